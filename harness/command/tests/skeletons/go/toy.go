// A small move generator, which stands for the library under test. With TOY_MISTAKE in the environment a player who has
// castled keeps the right to castle.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

var hasMistake = os.Getenv("TOY_MISTAKE") != ""

// Board is a position. Its pieces are the letters of FEN, from a1 to h8, or '.'.
type Board struct {
	pieces        [64]byte
	white         bool
	castling      string
	enPassant     int
	clock, number int
}

type move struct {
	from, to  int
	promotion byte
}

var straight = [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
var diagonal = [][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
var leaps = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
var royal = append(append([][2]int{}, straight...), diagonal...)

func nameOf(square int) string { return fmt.Sprintf("%c%d", 'a'+square%8, square/8+1) }

// step returns the square at an offset, or -1.
func step(square, files, ranks int) int {
	file, rank := square%8+files, square/8+ranks
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return -1
	}
	return rank*8 + file
}

func lower(piece byte) byte { return piece | 0x20 }

func (b *Board) isOf(square int, white bool) bool {
	piece := b.pieces[square]
	return piece != '.' && (piece < 'a') == white
}

// ParseFEN reads a FEN of six fields.
func ParseFEN(fen string) (*Board, error) {
	b := &Board{enPassant: -1}
	for i := range b.pieces {
		b.pieces[i] = '.'
	}
	var turn, placement, target string
	if _, err := fmt.Sscan(fen, &placement, &turn, &b.castling, &target, &b.clock, &b.number); err != nil {
		return nil, fmt.Errorf("not a FEN: %s", fen)
	}
	b.white = turn == "w"
	file, rank := 0, 7
	for _, letter := range placement {
		switch {
		case letter == '/':
			file, rank = 0, rank-1
		case letter >= '1' && letter <= '8':
			file += int(letter - '0')
		case file > 7 || rank < 0 || !strings.ContainsRune("PNBRQKpnbrqk", letter):
			return nil, fmt.Errorf("not a FEN: %s", fen)
		default:
			b.pieces[rank*8+file] = byte(letter)
			file++
		}
	}
	if len(target) == 2 {
		b.enPassant = int(target[1]-'1')*8 + int(target[0]-'a')
	}
	for _, king := range []byte{'K', 'k'} {
		if strings.Count(string(b.pieces[:]), string(king)) != 1 {
			return nil, errors.New("each side needs one king")
		}
	}
	if strings.ContainsAny(string(b.pieces[:8])+string(b.pieces[56:]), "Pp") {
		return nil, errors.New("a pawn is on the first or the last rank")
	}
	if b.isAttacked(!b.white) {
		return nil, errors.New("the side that has moved is in check")
	}
	for _, right := range strings.Trim(b.castling, "-") {
		home, king, rook := 0, byte('K'), byte('R')
		if right > 'Z' {
			home, king, rook = 56, 'k', 'r'
		}
		corner := home + 7
		if lower(byte(right)) == 'q' {
			corner = home
		}
		if b.pieces[home+4] != king || b.pieces[corner] != rook {
			return nil, fmt.Errorf("there is no rook or king for the right %c", right)
		}
	}
	return b, nil
}

// FEN writes the position.
func (b *Board) FEN() string {
	var rows []string
	for rank := 7; rank >= 0; rank-- {
		row := string(b.pieces[rank*8 : rank*8+8])
		for empty := 8; empty > 0; empty-- {
			row = strings.ReplaceAll(row, strings.Repeat(".", empty), fmt.Sprint(empty))
		}
		rows = append(rows, row)
	}
	turn, target := "b", "-"
	if b.white {
		turn = "w"
	}
	if b.enPassant >= 0 {
		target = nameOf(b.enPassant)
	}
	return fmt.Sprintf("%s %s %s %s %d %d", strings.Join(rows, "/"), turn, b.castling, target, b.clock, b.number)
}

// targets returns the squares that a piece other than a pawn attacks.
func (b *Board) targets(from int, piece byte) (targets []int) {
	steps, far := royal, piece != 'k' && piece != 'n'
	switch piece {
	case 'n':
		steps = leaps
	case 'b':
		steps = diagonal
	case 'r':
		steps = straight
	}
	for _, one := range steps {
		for to := step(from, one[0], one[1]); to >= 0; to = step(to, one[0], one[1]) {
			targets = append(targets, to)
			if !far || b.pieces[to] != '.' {
				break
			}
		}
	}
	return targets
}

// isAttacked returns whether the king of a side is attacked.
func (b *Board) isAttacked(white bool) bool {
	king := strings.IndexByte(string(b.pieces[:]), 'k')
	up := -1
	if white {
		king, up = strings.IndexByte(string(b.pieces[:]), 'K'), 1
	}
	for _, side := range []int{-1, 1} {
		at := step(king, side, up)
		if at >= 0 && b.isOf(at, !white) && lower(b.pieces[at]) == 'p' {
			return true
		}
	}
	for _, piece := range []byte("nbrqk") {
		for _, at := range b.targets(king, piece) {
			if b.isOf(at, !white) && lower(b.pieces[at]) == piece {
				return true
			}
		}
	}
	return false
}

func (b *Board) moves() (legal []move) {
	var moves []move
	for from := range b.pieces {
		if !b.isOf(from, b.white) {
			continue
		}
		if lower(b.pieces[from]) == 'p' {
			moves = append(moves, b.pawnMoves(from)...)
			continue
		}
		for _, to := range b.targets(from, lower(b.pieces[from])) {
			if !b.isOf(to, b.white) {
				moves = append(moves, move{from, to, 0})
			}
		}
	}
	home, rights := 56, "kq"
	if b.white {
		home, rights = 0, "KQ"
	}
	for i, way := range [][]int{{5, 6}, {3, 2, 1}} {
		free := strings.Contains(b.castling, rights[i:i+1]) && !b.isAttacked(b.white)
		for j, file := range way {
			free = free && b.pieces[home+file] == '.'
			if free && j == 0 {
				free = !b.after(move{home + 4, home + file, 0}).isAttacked(b.white)
			}
		}
		if free {
			moves = append(moves, move{home + 4, home + way[1], 0})
		}
	}
	for _, one := range moves {
		if !b.after(one).isAttacked(b.white) {
			legal = append(legal, one)
		}
	}
	return legal
}

func (b *Board) pawnMoves(from int) (moves []move) {
	up, first := -1, 6
	if b.white {
		up, first = 1, 1
	}
	var targets []int
	if one := step(from, 0, up); b.pieces[one] == '.' {
		targets = append(targets, one)
		if from/8 == first && b.pieces[step(one, 0, up)] == '.' {
			targets = append(targets, step(one, 0, up))
		}
	}
	for _, side := range []int{-1, 1} {
		to := step(from, side, up)
		if to >= 0 && (b.isOf(to, !b.white) || to == b.enPassant) {
			targets = append(targets, to)
		}
	}
	for _, to := range targets {
		if to/8 != 0 && to/8 != 7 {
			moves = append(moves, move{from, to, 0})
			continue
		}
		for _, promotion := range []byte("qrbn") {
			moves = append(moves, move{from, to, promotion})
		}
	}
	return moves
}

func (b *Board) after(m move) *Board {
	next := *b
	piece := b.pieces[m.from]
	isPawn := lower(piece) == 'p'
	next.clock++
	if isPawn || b.pieces[m.to] != '.' {
		next.clock = 0
	}
	next.pieces[m.from], next.pieces[m.to] = '.', piece
	if m.promotion != 0 {
		next.pieces[m.to] = m.promotion
		if b.white {
			next.pieces[m.to] -= 0x20
		}
	}
	if isPawn && m.to == b.enPassant {
		next.pieces[m.from/8*8+m.to%8] = '.'
	}
	next.enPassant = -1
	if isPawn && (m.to-m.from == 16 || m.from-m.to == 16) {
		next.enPassant = (m.from + m.to) / 2
	}
	isCastling := lower(piece) == 'k' && (m.to-m.from == 2 || m.from-m.to == 2)
	if isCastling {
		corner := m.from - 4
		if m.to > m.from {
			corner = m.from + 3
		}
		next.pieces[(m.from+m.to)/2], next.pieces[corner] = b.pieces[corner], '.'
	}
	for i, corner := range []int{7, 0, 63, 56} {
		king := corner/8*8 + 4
		if m.from == corner || m.to == corner || m.from == king && !(hasMistake && isCastling) {
			next.castling = strings.Replace(next.castling, "KQkq"[i:i+1], "", 1)
		}
	}
	if next.castling == "" {
		next.castling = "-"
	}
	next.white = !b.white
	if next.white {
		next.number++
	}
	return &next
}

func (m move) String() string {
	return strings.TrimRight(fmt.Sprintf("%s%s%c", nameOf(m.from), nameOf(m.to), m.promotion), "\x00")
}

// Moves returns the legal moves in UCI.
func (b *Board) Moves() (moves []string) {
	for _, one := range b.moves() {
		moves = append(moves, one.String())
	}
	return moves
}

// Play returns the position after a legal move.
func (b *Board) Play(uci string) (*Board, error) {
	for _, one := range b.moves() {
		if one.String() == uci {
			return b.after(one), nil
		}
	}
	return nil, fmt.Errorf("%s is not legal", uci)
}

// IsCheck returns whether the side to move is in check.
func (b *Board) IsCheck() bool { return b.isAttacked(b.white) }

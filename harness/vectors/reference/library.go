// Game asks the reference of lawbook, a process that LAWBOOK starts, in place of a library. LAWBOOK_STUB names the one
// function that is useless.
package library

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

type Game struct {
	fen   string
	moves []string
}

var requests io.WriteCloser
var replies *bufio.Scanner

func start() error {
	command := exec.Command(os.Getenv("LAWBOOK"), "adapter", "serve")
	input, err := command.StdinPipe()
	if err != nil {
		return err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	requests, replies = input, bufio.NewScanner(output)
	replies.Buffer(nil, 1<<20)
	return command.Start()
}

// ask sends a question, and reads the answer into a value. The error is a refusal of the setup or of a move.
func (game *Game) ask(name string, more map[string]any, into any) error {
	if requests == nil {
		if err := start(); err != nil {
			panic(err)
		}
	}
	question := map[string]any{"id": 1, "ask": name}
	for field, value := range more {
		question[field] = value
	}
	play := []any{}
	for _, move := range game.moves {
		play = append(play, map[string]string{"act": "move", "move": move})
	}
	line, _ := json.Marshal(map[string]any{
		"type": "ask", "fen": game.fen, "rule_set": "fide-2023", "play": play, "questions": []any{question},
	})
	fmt.Fprintf(requests, "%s\n", line)
	if !replies.Scan() {
		panic("the process has ended")
	}
	var reply struct {
		Native, Composed json.RawMessage
	}
	if json.Unmarshal(replies.Bytes(), &reply) != nil {
		panic(replies.Text())
	}
	answer := append(reply.Native, reply.Composed...)
	if len(answer) == 0 {
		return errors.New(replies.Text())
	}
	return json.Unmarshal(answer, into)
}

func NewGame(fen string, chess960 bool, moves []string) (*Game, error) {
	game := &Game{fen, moves}
	isPlayable := false
	return game, game.ask("setup", nil, &isPlayable)
}

func answer[T any](game *Game, name string, more map[string]any) T {
	var said T
	if err := game.ask(name, more, &said); err != nil {
		panic(err)
	}
	return said
}

func stubbed(name string) bool { return os.Getenv("LAWBOOK_STUB") == name }

func (game *Game) Outcome() string {
	said := answer[any](game, "ruling", nil)
	if over, ok := said.(map[string]any); ok && !stubbed("outcome") {
		winner := over["winner"]
		if winner == nil {
			winner = "draw"
		}
		return fmt.Sprintf("%v/%v", winner, over["by"])
	}
	return "play-on"
}

func (game *Game) San() string {
	if stubbed("san") {
		return "e4"
	}
	return answer[string](game, "san", nil)
}

func (game *Game) Fen() string {
	if stubbed("fen") {
		return "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	}
	return answer[string](game, "fen", nil)
}

// ParseSan returns the move in UCI; nothing if the text is refused.
func (game *Game) ParseSan(text string) string {
	if stubbed("parse_san") {
		return "e2e4"
	}
	if move := answer[*string](game, "reads", map[string]any{"text": text}); move != nil {
		return *move
	}
	return ""
}

func (game *Game) MayClaim(ground, written string) bool {
	more := map[string]any{"ground": ground}
	if written != "" {
		more["written"] = written
	}
	return answer[bool](game, "claim", more) && !stubbed("claim")
}

func (game *Game) LegalMoves() []string { return answer[[]string](game, "legal-moves", nil) }
func (game *Game) Occurrences() int     { return answer[int](game, "occurrences", nil) }
func (game *Game) HalfmoveClock() int   { return answer[int](game, "halfmove-clock", nil) }
func (game *Game) IsSameAs(ply int) bool {
	return answer[bool](game, "same-as", map[string]any{"ply": ply})
}

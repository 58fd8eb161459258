// The adapter of YOUR LIBRARY for lawbook. It runs as it is:
//
//	go build -o lawbook_adapter lawbook_adapter.go
//	lawbook adapter smoke -- ./lawbook_adapter
//
// Edit the part between the two marks, from one TODO to the next. `smoke` names the question to answer next. The rest
// of the file is the protocol, and needs no change.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"
)

// Reply is an answer, or the reason why there is none.
type Reply map[string]any

// Native is an answer of the library itself.
func Native(value any) Reply { return Reply{"native": listed(value)} }

// Composed is an answer for which the adapter kept the history, and the library compared positions or counted.
func Composed(value any) Reply { return Reply{"composed": listed(value)} }

// Silent means that the library makes no statement either way.
func Silent(why string) Reply { return Reply{"silent": why} }

// Unsupported means that the library has no function for this. SetUp and Play can return it as an error.
type Unsupported string

func (why Unsupported) Error() string { return string(why) }

// Question is a question with its arguments.
type Question struct {
	ID                                       json.Number
	Ask, Side, Ground, Written, Text, Square string
	Ply, Times, Count                        int
	Moves                                    []string
}

// ---- YOUR LIBRARY: begin ------------------------------------------------------------------------------------------

// TODO: import your library above.

// TODO: its name and version, and the endings that it detects: checkmate, stalemate, threefold-repetition, fifty-moves,
// fivefold-repetition, seventy-five-moves, dead-position (more than insufficient material).
const name, version, ecosystem = "your-library", "0.0.0", "golang"

var endings = []string{"checkmate", "stalemate"}

// More to declare; ends_by_itself has the endings after which the library plays no further move.
var nature = Reply{"reads_fen": true, "validates_setups": true, "chess960": false,
	"ends_by_itself": []string{}, "rule_set": "fide-2023"}

// Game is what SetUp begins. TODO: hold a game of your library.
type Game struct {
	fen string
}

// SetUp begins a game with a FEN. An error or a panic means that the library refuses the FEN.
func SetUp(fen string) (*Game, error) {
	if fen != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" {
		return nil, Unsupported("TODO: set up a position")
	}
	return &Game{fen}, nil
}

// Play returns the game after a legal move such as e2e4, e1g1 or a7a8q. An error or a panic means that the library
// refuses the move.
func Play(game *Game, uci string) (*Game, error) {
	return nil, Unsupported("TODO: play a move")
}

func legalMoves(game *Game, question Question) Reply {
	// TODO: ask your library. This is the answer for the initial position.
	moves := []string{"b1a3", "b1c3", "g1f3", "g1h3"}
	for _, file := range "abcdefgh" {
		moves = append(moves, fmt.Sprintf("%c2%c3", file, file), fmt.Sprintf("%c2%c4", file, file))
	}
	return Native(moves)
}

func check(game *Game, question Question) Reply {
	// TODO: ask your library.
	return Native(false)
}

func fen(game *Game, question Question) Reply {
	// TODO: ask your library.
	return Native(game.fen)
}

// A question with a function is answered. To answer another one, write its function in place of nil.
var questions = map[string]func(game *Game, question Question) Reply{
	"legal-moves":           legalMoves,
	"check":                 check,
	"fen":                   fen,
	"ended":                 nil, // TODO: nil, or {"winner": "white", "by": "checkmate"}; winner nil: a draw
	"checkmate":             nil, // TODO: true or false
	"stalemate":             nil, // TODO: true or false
	"insufficient-material": nil, // TODO: whether the material alone rules out mate by either side
	"drawn":                 nil, // TODO: whether it is a draw now, by the library's own summary
	"dead":                  nil, // TODO: whether neither side can mate; from the material only: true, or Silent(...)
	"can-mate":              nil, // TODO: of question.Side; from the material only: false, or Silent(...)
	"claimable":             nil, // TODO: whether the player on move may claim a draw without writing a move
	"claim":                 nil, // TODO: the same on question.Ground; after the move question.Written, unless ""
	// A function that only counts does not answer a claim: it answers "occurred" or "plies".
	"occurrences":           nil, // TODO: how often the position has occurred, this time included
	"occurred":              nil, // TODO: whether the position has occurred at least question.Times times: 3 or 5
	"same-as":               nil, // TODO: whether the position is the same as after question.Ply plies
	"halfmove-clock":        nil, // TODO: plies since the last capture or pawn move
	"plies":                 nil, // TODO: whether the last question.Count plies, 100 or 150, were all quiet
	"refuses":               nil, // TODO: which of question.Moves are refused; try each in the same position
	"moves-from":            nil, // TODO: the legal moves from question.Square in UCI
	"san":                   nil, // TODO: the last move in algebraic notation
	"reads":                 nil, // TODO: the move in UCI that question.Text means in algebraic notation, or nil
	"reads-uci":             nil, // TODO: the legal move that question.Text means in UCI; nil if it is refused
	"reads-fen":             nil, // TODO: the FEN of the position that question.Text means as a FEN; nil if it is refused
	"checkers":              nil, // TODO: the squares of the pieces that give check
	"attacks":               nil, // TODO: the squares of the opponent's pieces that the piece on question.Square attacks
	"light":                 nil, // TODO: whether question.Square is light
}

// takeBack returns a game without its last move, if the library can take moves back. TODO: write its function.
var takeBack func(game *Game) (*Game, error)

// ---- YOUR LIBRARY: end --------------------------------------------------------------------------------------------

type request struct {
	ID        json.Number
	Type      string
	Game      json.Number
	Fen       *string
	Play      []struct{ Act, Move string }
	Moves     []string
	TakeBack  [][]string `json:"take_back"`
	Between   []Question
	Back      int
	Questions []Question
}

// listed makes a list of nothing an empty list, which is nil in Go and would be null in JSON.
func listed(value any) any {
	if list, is := value.([]string); is && list == nil {
		return []string{}
	}
	return value
}

// A walk is a game, or the reason why there is none.
type walk struct {
	game    *Game
	refusal Reply
}

// caught calls the library, and turns an error or a panic into a reply with this outcome.
func caught(outcome string, call func() error) (refusal Reply) {
	defer func() {
		if panicked := recover(); panicked != nil {
			refusal = Reply{outcome: fmt.Sprint(panicked)}
		}
	}()
	err := call()
	var unsupported Unsupported
	if errors.As(err, &unsupported) {
		return Reply{"unsupported": err.Error()}
	} else if err != nil {
		return Reply{outcome: err.Error()}
	}
	return nil
}

func started(fen string) (one walk) {
	one.refusal = caught("setup_refused", func() (err error) {
		one.game, err = SetUp(fen)
		return err
	})
	return one
}

// detoured returns the game after moves that are each played and taken back, without those that the library refuses. The
// questions between are asked after each of them.
func detoured(game *Game, moves []string, between []Question) *Game {
	for _, uci := range moves {
		var tried *Game
		refusal := caught("move_refused", func() (err error) {
			tried, err = Play(game, uci)
			return err
		})
		if refusal == nil {
			for _, question := range between {
				walk{game: tried}.answer(question)
			}
			var err error
			if game, err = takeBack(tried); err != nil {
				panic(err)
			}
		}
	}
	return game
}

// back takes moves back.
func (one walk) back(count int) walk {
	for ; count > 0 && one.refusal == nil; count-- {
		one.refusal = caught("failed", func() (err error) {
			one.game, err = takeBack(one.game)
			return err
		})
	}
	return one
}

// continued plays more moves. The detours are those before each move and at the end. Each question in between is also
// asked before each move.
func (one walk) continued(moves []string, detours [][]string, between []Question) walk {
	for ply := 0; ply <= len(moves) && one.refusal == nil; ply++ {
		for _, question := range between {
			if ply < len(moves) {
				one.answer(question)
			}
		}
		if ply < len(detours) {
			one.refusal = caught("failed", func() error {
				one.game = detoured(one.game, detours[ply], between)
				return nil
			})
		}
		if ply == len(moves) || one.refusal != nil {
			break
		}
		uci := moves[ply]
		one.refusal = caught("move_refused", func() (err error) {
			if one.game, err = Play(one.game, uci); err != nil {
				err = fmt.Errorf("%s: %w", uci, err)
			}
			return err
		})
	}
	return one
}

func (one walk) answer(question Question) (reply Reply) {
	if one.refusal != nil {
		return one.refusal
	}
	if question.Ask == "setup" {
		return Native(true)
	}
	function := questions[question.Ask]
	if function == nil {
		return Reply{"unsupported": "the adapter does not answer this"}
	}
	failure := caught("failed", func() error {
		reply = function(one.game, question)
		return nil
	})
	if failure != nil {
		return failure
	}
	return reply
}

func main() {
	// Output of the library goes to standard error, so that it is not read as an answer.
	output := json.NewEncoder(os.Stdout)
	os.Stdout = os.Stderr
	input := bufio.NewReader(os.Stdin)
	kept := map[json.Number]walk{}
	say := func(id json.Number, reply Reply) {
		said := Reply{"id": id}
		for field, value := range reply {
			said[field] = value
		}
		if err := output.Encode(said); err != nil {
			os.Exit(1)
		}
	}
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked request
		if err := json.Unmarshal(line, &asked); err != nil {
			fmt.Fprintln(os.Stderr, "cannot read the request:", err)
			os.Exit(1)
		}
		switch asked.Type {
		case "hello":
			answered := []string{}
			for name, function := range questions {
				if function != nil {
					answered = append(answered, name)
				}
			}
			sort.Strings(answered)
			hello := Reply{
				"protocol": 1, "name": name, "version": version, "ecosystem": ecosystem, "language": "Go",
				"questions": answered, "endings": endings, "walks": true, "takes_back": takeBack != nil,
			}
			for field, value := range nature {
				hello[field] = value
			}
			say(asked.ID, hello)
		case "walk":
			one := kept[asked.Game]
			if asked.Fen != nil {
				one = started(*asked.Fen)
			}
			one = one.back(asked.Back).continued(asked.Moves, nil, nil)
			kept[asked.Game] = one
			answers := []Reply{}
			for _, question := range asked.Questions {
				answers = append(answers, one.answer(question))
			}
			say(asked.ID, Reply{"answers": answers})
		default:
			moves, one := []string{}, started(*asked.Fen)
			for _, act := range asked.Play {
				moves = append(moves, act.Move)
				if act.Act != "move" && one.refusal == nil {
					one.refusal = Reply{"unsupported": "the adapter has no function for the act " + act.Act}
				}
			}
			one = one.continued(moves, asked.TakeBack, asked.Between)
			for _, question := range asked.Questions {
				say(question.ID, one.answer(question))
			}
		}
	}
}

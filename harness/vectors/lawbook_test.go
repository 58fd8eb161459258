// Asks a chess library, here Game, the vectors of the file LAWBOOK_VECTORS up to LAWBOOK_LEVEL: core, full or strict.
// LAWBOOK_KNOWN names a file with known deviations: an object from ids to reasons. The last line of a failure is an entry for it.
package library

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

type Vector struct {
	Case, Title, Level, Fen, Why string
	Chess960                     bool
	OnlyMoves                    bool `json:"only_moves"`
	Moves                        []string
	Questions                    []Question
}
type Question struct {
	Id, Ask, Text, Ground, Written string
	Ply                            int
	Right                          Right
	Wrong                          map[string][]int
}
type Mistake struct{ Name, Says string }
type Right struct {
	Is             *bool
	Count          *int
	Decision, Text string
	Refused        bool
	MoveCount      *int `json:"move_count"`
	List, Among    []string
	NotAmong       []string `json:"not_among"`
	AnyOf          []string `json:"any_of"`
}

var answers = map[string]func(game *Game, question Question) any{ // by the name of the question; any other is not asked
	"setup":          func(*Game, Question) any { return true },
	"ruling":         func(game *Game, _ Question) any { return game.Outcome() },
	"legal-moves":    func(game *Game, _ Question) any { return game.LegalMoves() },
	"occurrences":    func(game *Game, _ Question) any { return game.Occurrences() },
	"same-as":        func(game *Game, question Question) any { return game.IsSameAs(question.Ply) },
	"claim":          func(game *Game, question Question) any { return game.MayClaim(question.Ground, question.Written) },
	"castling":       func(game *Game, _ Question) any { return strings.Fields(game.Fen())[2] },
	"halfmove-clock": func(game *Game, _ Question) any { return game.HalfmoveClock() },
	"fen":            func(game *Game, _ Question) any { return game.Fen() },
	"san":            func(game *Game, _ Question) any { return game.San() },
	"reads":          func(game *Game, question Question) any { return game.ParseSan(question.Text) },
}

func agrees(right Right, said any) bool { // a right answer has one field, named by its kind
	list, _ := said.([]string)
	missing := func(some []string) int { return len(slices.DeleteFunc(slices.Clone(some), func(one string) bool { return slices.Contains(list, one) })) }
	return right.Is != nil && said == *right.Is || right.Count != nil && said == *right.Count ||
		right.Decision+right.Text != "" && said == right.Decision+right.Text ||
		right.Refused && said == "" ||
		right.MoveCount != nil && len(list) == *right.MoveCount ||
		right.List != nil && len(list) == len(right.List) && missing(right.List) == 0 ||
		right.Among != nil && missing(right.Among) == 0 ||
		right.NotAmong != nil && missing(right.NotAmong) == len(right.NotAmong) ||
		right.AnyOf != nil && slices.Contains(right.AnyOf, fmt.Sprint(said))
}

func words(question Question, said any) string { // as the keys of `wrong` have it: of legal moves only what differs
	list, isList := said.([]string)
	right, list := question.Right, slices.Sorted(slices.Values(list))
	switch {
	case said == true || said == false:
		return map[any]string{true: "yes", false: "no"}[said]
	case said == "" || !isList:
		return cmp.Or(fmt.Sprint(said), "refused")
	case right.MoveCount != nil:
		return fmt.Sprint(len(list))
	case question.Ask != "legal-moves":
		return cmp.Or(strings.Join(list, " "), "none")
	}
	var differences []string
	for _, move := range slices.Sorted(slices.Values(append(slices.Clone(right.List), right.Among...))) {
		if !slices.Contains(list, move) {
			differences = append(differences, "-"+move)
		}
	}
	for _, move := range list {
		if right.List != nil && !slices.Contains(right.List, move) || slices.Contains(right.NotAmong, move) {
			differences = append(differences, "+"+move)
		}
	}
	return strings.Join(differences, " ")
}
func TestVectors(t *testing.T) {
	file := struct {
		Mistakes []Mistake
		Vectors  []Vector
	}{}
	known, unknown, failed := map[string]string{}, map[string]string{}, map[string]bool{}
	text, err := os.ReadFile(os.Getenv("LAWBOOK_VECTORS"))
	if err != nil || json.Unmarshal(text, &file) != nil {
		t.Fatalf("LAWBOOK_VECTORS does not name vectors: %v", err)
	}
	text, _ = os.ReadFile(os.Getenv("LAWBOOK_KNOWN"))
	_, _ = json.Unmarshal(text, &known), json.Unmarshal(text, &unknown) // without the file nothing is known
	levels := map[string]string{"": "core", "core": "core", "full": "core full", "strict": "core full strict"}[os.Getenv("LAWBOOK_LEVEL")]
	if levels == "" {
		t.Fatalf("LAWBOOK_LEVEL is %s; the levels are core, full and strict", os.Getenv("LAWBOOK_LEVEL"))
	}
	for _, vector := range file.Vectors {
		for _, question := range vector.Questions {
			delete(unknown, question.Id)
			answer := answers[question.Ask]
			if answer == nil || !vector.OnlyMoves || !strings.Contains(levels, vector.Level) {
				continue
			}
			game, err := NewGame(vector.Fen, vector.Chess960, vector.Moves)
			said := any(err)
			if err == nil {
				said = answer(game, question)
			} else if question.Ask == "setup" {
				said = false
			} else if failed[vector.Case] {
				continue // one failure for each case
			}
			failed[vector.Case] = err != nil
			perhaps := map[string]bool{} // a kind of mistakes has the first two parts of their names
			for _, place := range question.Wrong[words(question, said)] {
				perhaps[strings.TrimSuffix(strings.Join(append(strings.Split(file.Mistakes[place].Name, "/"), "")[:2], "/"), "/")] = true
			}
			if _, isKnown := known[question.Id]; agrees(question.Right, said) == isKnown {
				t.Errorf("%s: %s\n%s %v\n%v, not %+v; known: %v; perhaps %v\n%s\n%s", question.Id, vector.Title, vector.Fen, vector.Moves, said, question.Right, isKnown, perhaps, vector.Why, map[bool]string{false: "\"" + question.Id + "\": \"not yet reviewed\","}[isKnown])
			}
		}
	}
	if len(unknown) > 0 {
		t.Errorf("LAWBOOK_KNOWN names what no vector asks: %v", unknown)
	}
}

// Asks a chess library, here Game, the vectors of the file LAWBOOK_VECTORS up to LAWBOOK_LEVEL: core, full or strict.
// LAWBOOK_KNOWN names a file with known deviations: an object from ids to reasons. The last line of a failure is an entry for it.
package library

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strings"
	"testing"
)

type File struct {
	Mistakes []struct{ Name, Says string }
	Vectors  []Vector
}
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
	Right                          map[string]json.RawMessage // one field, named by the kind of the answer
	Wrong                          map[string][]int
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

// minus returns the items of a list that another one does not have, with a sign.
func minus(list, other []string, sign string) (rest []string) {
	for _, one := range list {
		if !strings.Contains("\n"+strings.Join(other, "\n")+"\n", "\n"+one+"\n") {
			rest = append(rest, sign+one)
		}
	}
	sort.Strings(rest)
	return rest
}

// judge returns whether an answer is right, and the answer as the keys of Wrong have it: of lists only what differs.
func judge(kind string, right json.RawMessage, said any) (isRight bool, words string) {
	var items []string
	_ = json.Unmarshal(right, &items) // if they are items
	text, _ := json.Marshal(said)
	list, isList := said.([]string)
	if isList && kind != "move_count" {
		missing := map[string][]string{"list": minus(items, list, "-"), "among": minus(items, list, "-")}[kind]
		extra := map[string][]string{"list": minus(list, items, "+"), "not_among": minus(list, minus(list, items, ""), "+")}[kind]
		words = strings.Join(append(missing, extra...), " ")
		return words == "" && (kind != "list" || len(list) == len(items)), words
	} else if isList {
		return fmt.Sprint(len(list)) == string(right), fmt.Sprint(len(list))
	} else if words = map[any]string{true: "yes", false: "no", "": "refused"}[said]; words == "" {
		words = fmt.Sprint(said)
	}
	return string(text) == string(right) || kind == "refused" && said == "" || kind == "any_of" && minus([]string{words}, items, "") == nil, words
}

func readFile(t *testing.T, variable string, into any) {
	text, err := os.ReadFile(os.Getenv(variable))
	if err != nil || json.Unmarshal(text, into) != nil {
		t.Fatalf("%s names no file of the right form: %v", variable, err)
	}
}
func TestVectors(t *testing.T) {
	file, known, failed := File{}, map[string]string{}, map[string]bool{}
	readFile(t, "LAWBOOK_VECTORS", &file)
	if os.Getenv("LAWBOOK_KNOWN") != "" {
		readFile(t, "LAWBOOK_KNOWN", &known)
	}
	levels := map[string]string{"": "core", "core": "core", "full": "core full", "strict": "core full strict"}[os.Getenv("LAWBOOK_LEVEL")]
	if levels == "" {
		t.Fatalf("LAWBOOK_LEVEL is %s; the levels are core, full and strict", os.Getenv("LAWBOOK_LEVEL"))
	}
	kindOf, causes := regexp.MustCompile("^[^/]*(/[^/]*)?"), map[string]int{} // the wrong answers that a kind of mistakes explains
	for _, vector := range file.Vectors {
		for _, question := range vector.Questions {
			reason, isKnown := known[question.Id]
			delete(known, question.Id)
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
			} else if len(vector.Moves) == 0 {
				said = "refuses the setup"
			}
			failed[vector.Case] = err != nil
			for kind, right := range question.Right {
				isRight, words := judge(kind, right, said)
				if isRight && isKnown {
					t.Errorf("%s: no longer differs: %s", question.Id, reason)
				} else if !isRight && !isKnown {
					perhaps := map[string]bool{}
					for _, place := range question.Wrong[words] {
						perhaps[kindOf.FindString(file.Mistakes[place].Name)] = true
					}
					for cause := range perhaps {
						causes[cause]++
					}
					t.Errorf("%s\n%s %v\n%v, not %s %s; perhaps %v\n%s\n\"%s\": \"not yet reviewed\",", vector.Title, vector.Fen, vector.Moves, said, kind, right, perhaps, vector.Why, question.Id)
				}
			}
		}
	}
	for _, mistake := range file.Mistakes {
		if causes[mistake.Name] > 0 {
			t.Logf("%d wrong answers, perhaps %s: %s", causes[mistake.Name], mistake.Name, mistake.Says)
		}
	}
	if len(known) > 0 {
		t.Errorf("LAWBOOK_KNOWN names what no vector asks: %v", known)
	}
}

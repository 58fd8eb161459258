// Asks a chess library, here Game, the vectors of the file LAWBOOK_VECTORS, which has lines of text, up to LAWBOOK_LEVEL: core,
// full or strict. LAWBOOK_KNOWN names a file with known deviations: an object from ids to reasons. One that no longer differs
// fails too. The last line of a failure is an entry for that file. It needs C++17, and no library.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "game.hpp"

using Text = std::string;
using Texts = std::vector<Text>;
using Fields = std::map<Text, Text>;

Texts split(const Text& text, char separator) {
    Texts parts;
    std::istringstream rest(text.empty() ? text : text + separator);
    for (Text part; std::getline(rest, part, separator);) parts.push_back(part);
    return parts;
}

// An answer in the words of the vectors, or a list. A text that is refused has the answer "".
struct Answer {
    Answer(bool is) : words(is ? "yes" : "no") {}
    Answer(int count) : words(std::to_string(count)) {}
    Answer(const Text& text) : words(text.empty() ? "refused" : text) {}
    Answer(const Texts& list) : isList(true), list(list.begin(), list.end()) {}
    Text words;
    bool isList = false;
    std::multiset<Text> list;
};

// The answers of the library, by the name of the question; any other is not asked.
const std::map<Text, std::function<Answer(Game&, Fields&)>> ANSWERS = {
    {"setup", [](Game&, Fields&) { return true; }},
    {"ruling", [](Game& game, Fields&) { return game.outcome(); }},
    {"legal-moves", [](Game& game, Fields&) { return game.legal_moves(); }},
    {"check", [](Game& game, Fields&) { return game.is_check(); }},
    {"occurrences", [](Game& game, Fields&) { return game.occurrences(); }},
    {"same-as", [](Game& game, Fields& fields) { return game.is_same_as(std::stoi(fields["ply"])); }},
    {"claim", [](Game& game, Fields& fields) { return game.may_claim(fields["ground"], fields["written"]); }},
    {"castling", [](Game& game, Fields&) { return split(game.fen(), ' ').at(2); }},
    {"halfmove-clock", [](Game& game, Fields&) { return game.halfmove_clock(); }},
    {"fen", [](Game& game, Fields&) { return game.fen(); }},
    {"san", [](Game& game, Fields&) { return game.san(); }},
    {"reads", [](Game& game, Fields& fields) { return game.parse_san(fields["text"]); }},
};

// Returns whether an answer is right. Of a list it leaves, as its words, what differs from the right one.
bool agrees(const Text& kind, const Text& right, Answer& said) {
    if (kind == "refused") return said.words == kind;
    if (kind == "move_count" && said.isList) return (said.words = std::to_string(said.list.size())) == right;
    const Texts parts = split(right, said.isList ? ' ' : kind == "any_of" ? ',' : '\n');
    const std::set<Text> items(parts.begin(), parts.end());
    if (!said.isList) return items.count(said.words) > 0;
    for (const Text& one : items) said.words += kind != "not_among" && !said.list.count(one) ? " -" + one : "";
    for (const Text& one : said.list) said.words += kind == (items.count(one) ? "not_among" : "list") ? " +" + one : "";
    if (!said.words.empty()) said.words.erase(0, 1);
    return said.words.empty() && (kind != "list" || said.list.size() == items.size());
}

Text variable(const char* name, const Text& usual) { return std::getenv(name) && *std::getenv(name) ? std::getenv(name) : usual; }

Text read(const Text& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(path + " cannot be read");
    return {std::istreambuf_iterator<char>(file), {}};
}

int main() try {
    const std::map<Text, int> levels = {{"core", 0}, {"full", 1}, {"strict", 2}};
    const Text level = variable("LAWBOOK_LEVEL", "core"), path = variable("LAWBOOK_KNOWN", "");
    if (!levels.count(level)) throw std::runtime_error("LAWBOOK_LEVEL is " + level + "; the levels are core, full and strict");
    Fields known, unknown, says;
    const Text list = path.empty() ? "" : read(path);
    const std::regex move("[a-h][1-8][a-h][1-8][qrbn]?"), pair("\"([^\"]+)\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
    for (std::sregex_iterator at(list.begin(), list.end(), pair), end; at != end; ++at) known[(*at)[1]] = unknown[(*at)[1]] = (*at)[2];
    Texts names, scenario(6), play;
    std::set<Text> failed;
    std::map<Text, int> causes;
    int failures = 0, asked = 0;
    for (const Text& line : split(read(variable("LAWBOOK_VECTORS", "fide-2023.txt")), '\n')) {
        const Texts parts = split(line, '\t');
        const Text what = parts.empty() ? "" : parts[0];
        if (what == "mistake") says[parts.at(1)] = parts.at(2), names.push_back(parts[1]);
        // An empty field is that of the case before.
        for (std::size_t i = 1; what == "case" && i < 6; i++) scenario[i] = parts.at(i).empty() ? scenario[i] : parts[i];
        if (what == "play") play = parts;
        if (what != "ask") continue;
        const Text question = parts.at(2), id = scenario[1] + "/" + (parts[1].empty() ? question : parts[1]);
        const std::size_t text = question.find(" text="), space = parts.at(3).find(' ');
        Fields fields{{"text", text == Text::npos ? "" : question.substr(text + 6)}};
        for (const Text& one : split(question.substr(0, text), ' ')) fields[one.substr(0, one.find('='))] = one.substr(one.find('=') + 1);
        unknown.erase(id);
        const auto answer = ANSWERS.find(question.substr(0, question.find(' ')));
        const Texts moves = split(play.at(2), ',');
        if (answer == ANSWERS.end() || levels.at(scenario[2]) > levels.at(level)
            || !std::all_of(moves.begin(), moves.end(), [&](const Text& one) { return std::regex_match(one, move); })) continue;
        asked++;
        Answer said = false;
        try {
            Game game(play[1], std::count(play.begin(), play.end(), "chess960=yes") > 0, moves);
            said = answer->second(game, fields);
        } catch (const std::invalid_argument& error) {
            if (question != "setup" && !failed.insert(scenario[1]).second) continue; // one failure for each case
            if (question != "setup") said = Text(moves.empty() ? "refuses the setup" : error.what());
        }
        const Text kind = parts[3].substr(0, space), right = space == Text::npos ? "" : parts[3].substr(space + 1);
        const bool isRight = agrees(kind, right, said), isKnown = known.count(id) > 0;
        if (isRight != isKnown) continue;
        std::cout << '\n' << ++failures << ". " << scenario[4] << '\n' << play[1] << ' ' << play[2] << '\n';
        std::cout << said.words << ", not " << parts[3];
        std::set<Text> perhaps; // a kind of mistakes has the first two parts of their names
        for (std::size_t i = 4; i + 1 < parts.size(); i += 2)
            for (const Text& place : split(parts[i] == said.words ? parts[i + 1] : "", ' ')) {
                const Text name = names.at(std::stoul(place));
                perhaps.insert(name.substr(0, name.find('/', name.find('/') + 1)));
            }
        for (const Text& cause : perhaps) std::cout << "\nperhaps " << cause << ": " << says[cause], causes[cause]++;
        std::cout << '\n' << scenario[5] << '\n' << (isKnown ? id + " no longer differs" : '"' + id + "\": \"not yet reviewed\",") << '\n';
    }
    std::multimap<int, Text, std::greater<int>> ranked;
    for (const auto& [cause, count] : causes) ranked.insert({count, cause});
    for (const auto& [count, cause] : ranked) std::cout << '\n' << count << " wrong answers, perhaps " << cause << ": " << says[cause];
    for (const auto& one : unknown) std::cout << "\nLAWBOOK_KNOWN names what no vector asks: " << one.first;
    std::cout << '\n' << asked << " questions, " << failures << " failures\n";
    return failures > 0 || !unknown.empty() || asked == 0;
} catch (const std::exception& error) {
    return std::cerr << error.what() << '\n', 2;
}

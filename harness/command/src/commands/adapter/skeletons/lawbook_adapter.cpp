// The adapter of YOUR LIBRARY for lawbook, in C++17. It runs as it is:
//
//     g++ -std=c++17 -o lawbook_adapter lawbook_adapter.cpp
//     lawbook adapter smoke -- ./lawbook_adapter
//
// Edit the part between the two marks, from one TODO to the next. `smoke` names the question to answer next. The rest
// of the file is the protocol, and needs no change.

#include <cstddef>
#include <cstdio>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// A value of JSON. A word is true, false or a number, as it is written; null is an empty word.
class Json {
public:
    enum Kind { Word, Text, List, Object };

    Json() {}
    Json(bool is) : text(is ? "true" : "false") {}
    template <class Number, class = std::enable_if_t<std::is_integral_v<Number>>>
    Json(Number number) : text(std::to_string(number)) {}
    Json(const char* text) : kind(Text), text(text) {}
    Json(std::string text) : kind(Text), text(std::move(text)) {}
    Json(const std::vector<std::string>& list) : kind(List), items(list.begin(), list.end()) {}

    static Json read(const std::string& line) {
        Reader reader{line};
        Json value = reader.value();
        if (reader.next() != '\0') reader.fail();
        return value;
    }

    bool has(const std::string& name) const { return find(name) != nullptr; }
    // The field of an object; null if there is none.
    const Json& operator[](const std::string& name) const {
        static const Json null;
        const Json* found = find(name);
        return found ? *found : null;
    }
    Json& set(const std::string& name, Json value) {
        kind = Object;
        names.push_back(name);
        items.push_back(std::move(value));
        return *this;
    }

    std::string write() const {
        if (kind == Word) return text.empty() ? "null" : text;
        if (kind == Text) return quoted(text);
        std::string parts;
        for (std::size_t i = 0; i < items.size(); i++) {
            if (i > 0) parts += ',';
            if (kind == Object) parts += quoted(names[i]) + ':';
            parts += items[i].write();
        }
        return kind == List ? '[' + parts + ']' : '{' + parts + '}';
    }

    Kind kind = Word;
    std::string text;
    std::vector<std::string> names;
    std::vector<Json> items;

private:
    struct Reader {
        const std::string& line;
        std::size_t at = 0;

        [[noreturn]] void fail() { throw std::runtime_error("no JSON at " + std::to_string(at) + ": " + line); }
        char letter() { return at < line.size() ? line[at++] : (fail(), '\0'); }
        // Skips spaces. Returns the next character without taking it, or a zero at the end of the line.
        char next() {
            while (at < line.size() && std::string(" \t\r\n").find(line[at]) != std::string::npos) at++;
            return at < line.size() ? line[at] : '\0';
        }
        bool takes(char wanted) { return next() == wanted && ++at > 0; }
        void take(char wanted) { if (!takes(wanted)) fail(); }

        Json value() {
            Json value;
            if (next() == '"') return Json(string());
            if (takes('{')) {
                value.kind = Object;
                for (bool more = !takes('}'); more; more = goes_on('}')) {
                    next();
                    std::string name = string();
                    take(':');
                    value.set(name, this->value());
                }
            } else if (takes('[')) {
                value.kind = List;
                for (bool more = !takes(']'); more; more = goes_on(']')) value.items.push_back(this->value());
            } else {
                std::size_t begin = at;
                while (at < line.size() && std::string(" \t\r\n,:]}").find(line[at]) == std::string::npos) at++;
                value.text = line.substr(begin, at - begin);
                if (value.text.empty()) fail();
                if (value.text == "null") value.text.clear();
            }
            return value;
        }
        bool goes_on(char close) { return takes(',') || (take(close), false); }

        std::string string() {
            std::string text;
            take('"');
            for (char one = letter(); one != '"'; one = letter()) {
                if (one != '\\') {
                    text += one;
                    continue;
                }
                char escape = letter();
                std::size_t place = std::string("\"\\/bfnrt").find(escape);
                if (escape == 'u') append(text, character());
                else if (place != std::string::npos) text += "\"\\/\b\f\n\r\t"[place];
                else fail();
            }
            return text;
        }
        unsigned hex() {
            if (at + 4 > line.size()) fail();
            at += 4;
            return static_cast<unsigned>(std::stoul(line.substr(at - 4, 4), nullptr, 16));
        }
        // A character that is written as one escape, or as two.
        unsigned character() {
            unsigned high = hex();
            if (high < 0xD800 || high > 0xDBFF || line.compare(at, 2, "\\u") != 0) return high;
            at += 2;
            return 0x10000 + ((high - 0xD800) << 10) + (hex() - 0xDC00);
        }
        static void append(std::string& text, unsigned one) {
            int more = one < 0x80 ? 0 : one < 0x800 ? 1 : one < 0x10000 ? 2 : 3;
            const unsigned first[] = {0, 0xC0, 0xE0, 0xF0};
            text += static_cast<char>(first[more] | (one >> (6 * more)));
            while (more-- > 0) text += static_cast<char>(0x80 | ((one >> (6 * more)) & 0x3F));
        }
    };

    const Json* find(const std::string& name) const {
        for (std::size_t i = 0; i < names.size(); i++) {
            if (names[i] == name) return &items[i];
        }
        return nullptr;
    }

    static std::string quoted(const std::string& text) {
        std::string written = "\"";
        for (char one : text) {
            char escape[8];
            if (one == '"' || one == '\\') (written += '\\') += one;
            else if (static_cast<unsigned char>(one) >= 0x20) written += one;
            else std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(one)), written += escape;
        }
        return written + '"';
    }
};

// An answer, or the reason why there is none.
struct Reply {
    std::string outcome;
    Json value;
};

// An answer of the library itself.
inline Reply native(Json value) { return {"native", std::move(value)}; }
// An answer for which the adapter kept the history, and the library compared positions or counted.
inline Reply composed(Json value) { return {"composed", std::move(value)}; }
// The library makes no statement either way.
inline Reply silent(std::string why) { return {"silent", std::move(why)}; }
// The library has no function for this. Can be thrown anywhere below.
struct Unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// ---- YOUR LIBRARY: begin --------------------------------------------------------------------------------------------
// TODO: include your library.

// TODO: its name and version, and the endings that it detects: checkmate, stalemate, threefold-repetition, fifty-moves,
// fivefold-repetition, seventy-five-moves, dead-position (more than insufficient material).
const char* const NAME = "your-library";
const char* const VERSION = "0.0.0";
const char* const ECOSYSTEM = "conan";
const std::vector<std::string> ENDINGS = {"checkmate", "stalemate"};
// More to declare: those endings after which the library plays no further move, and the rules it follows.
const std::vector<std::string> ENDS_BY_ITSELF = {};
const char* const RULE_SET = "fide-2023";
const bool READS_FEN = true;
const bool VALIDATES_SETUPS = true;
const bool CHESS960 = false;

// What set_up begins; it can be copied. TODO: hold a game of your library.
struct Game {
    std::string fen;
};

// The game that begins with a FEN. An exception means that the library refuses the FEN.
Game set_up(const std::string& fen) {
    if (fen != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") {
        throw Unsupported("TODO: set up a position");
    }
    return Game{fen};
}

// Plays a legal move such as e2e4, e1g1 or a7a8q. An exception means that the library refuses the move.
void play(Game& game, const std::string& uci) {
    throw Unsupported("TODO: play a move");
}

Reply legal_moves(Game& game, const Json& question) {
    // TODO: ask your library. This is the answer for the initial position.
    std::vector<std::string> moves = {"b1a3", "b1c3", "g1f3", "g1h3"};
    for (char file = 'a'; file <= 'h'; file++) {
        moves.push_back({file, '2', file, '3'});
        moves.push_back({file, '2', file, '4'});
    }
    return native(moves);
}

Reply check(Game& game, const Json& question) {
    // TODO: ask your library.
    return native(false);
}

Reply fen(Game& game, const Json& question) {
    // TODO: ask your library.
    return native(game.fen);
}

// A question with a function is answered. To answer another one, write its function in place of TODO.
using Answerer = std::function<Reply(Game&, const Json&)>;
const Answerer TODO = nullptr;
const std::map<std::string, Answerer> QUESTIONS = {
    {"legal-moves", legal_moves},
    {"check", check},
    {"fen", fen},
    {"ended", TODO}, // Json(), or Json().set("winner", "white").set("by", "checkmate"); Json() is null, as in a draw
    {"checkmate", TODO}, // true or false
    {"stalemate", TODO}, // true or false
    {"insufficient-material", TODO}, // whether the material alone rules out mate by either side
    {"drawn", TODO}, // whether it is a draw now, by the library's own summary
    {"dead", TODO}, // whether neither side can mate; from the material only: true, or silent(...)
    {"can-mate", TODO}, // of question["side"].text, white or black; from the material only: false, or silent(...)
    {"claimable", TODO}, // whether the player on move may claim a draw without writing a move
    {"claim", TODO}, // the same on question["ground"].text; after the move question["written"].text, unless ""
    // A function that only counts does not answer a claim: it answers "occurred" or "plies".
    {"occurrences", TODO}, // how often the position has occurred, this time included
    {"occurred", TODO}, // whether the position has occurred at least std::stoi(question["times"].text) times: 3 or 5
    {"same-as", TODO}, // whether the position is the same as after std::stoi(question["ply"].text) plies
    {"halfmove-clock", TODO}, // plies since the last capture or pawn move
    {"plies", TODO}, // whether the last std::stoi(question["count"].text) plies, 100 or 150, were all quiet
    {"refuses", TODO}, // which of question["moves"].items, in UCI, the library refuses; try each in the same position
    {"moves-from", TODO}, // the legal moves from question["square"].text in UCI
    {"san", TODO}, // the last move in algebraic notation
    {"reads", TODO}, // the move in UCI that question["text"].text means in algebraic notation; null if it is refused
    {"reads-uci", TODO}, // the legal move that question["text"].text means in UCI; null if it is refused
    {"reads-fen", TODO}, // the FEN of the position that question["text"].text means as a FEN; null if it is refused
    {"checkers", TODO}, // the squares of the pieces that give check
    {"attacks", TODO}, // the squares of opposing pieces that the piece on question["square"].text attacks
    {"light", TODO}, // whether question["square"].text is light
};
// Takes back the last move, if the library can. To say so, write a function in place of nullptr.
const std::function<void(Game&)> TAKE_BACK = nullptr;
// ---- YOUR LIBRARY: end ----------------------------------------------------------------------------------------------

// A game, or the reason why there is none.
struct Walk {
    std::vector<Game> game;
    Reply refusal;
};

// Calls the library, and turns an exception into a reply with this outcome.
Reply caught(const std::string& outcome, const std::string& place, const std::function<Reply()>& call) {
    try {
        return call();
    } catch (const Unsupported& error) {
        return {"unsupported", error.what()};
    } catch (const std::exception& error) {
        return {outcome, place + error.what()};
    } catch (...) {
        return {outcome, place + "an exception not derived from std::exception"};
    }
}

Walk started(const std::string& fen) {
    Walk walk;
    walk.refusal = caught("setup_refused", "", [&] { return walk.game.push_back(set_up(fen)), Reply(); });
    return walk;
}

Json answer(Walk& walk, const Json& question, Json message);

// Plays moves and takes each back, without those that the library refuses. The questions between are asked after each of them.
void detour(Walk& walk, const Json& moves, const Json& between) {
    for (const Json& uci : moves.items) {
        const Reply refusal = caught("move_refused", "", [&] { return play(walk.game[0], uci.text), Reply(); });
        if (!refusal.outcome.empty()) continue;
        for (const Json& question : between.items) answer(walk, question, {});
        TAKE_BACK(walk.game[0]);
    }
}

// Takes moves back.
void go_back(Walk& walk, std::size_t count) {
    if (!walk.refusal.outcome.empty()) return;
    walk.refusal = caught("failed", "", [&] {
        for (; count > 0; count--) TAKE_BACK(walk.game[0]);
        return Reply();
    });
}

// Plays more moves. The detours are those before each move and at the end. Each question in `between` is also asked before each move.
void go_on(Walk& walk, const std::vector<std::string>& moves, const Json& detours, const Json& between) {
    for (std::size_t ply = 0; ply <= moves.size(); ply++) {
        if (!walk.refusal.outcome.empty()) return;
        const std::string uci = ply < moves.size() ? moves[ply] : "the end";
        for (const Json& question : between.items) {
            if (ply < moves.size()) answer(walk, question, {});
        }
        walk.refusal = caught("move_refused", uci + ": ", [&] {
            if (ply < detours.items.size()) detour(walk, detours.items[ply], between);
            if (ply < moves.size()) play(walk.game[0], uci);
            return Reply();
        });
    }
}

Json answer(Walk& walk, const Json& question, Json message) {
    auto function = QUESTIONS.find(question["ask"].text);
    Reply reply = walk.refusal;
    if (!reply.outcome.empty()) {
    } else if (question["ask"].text == "setup") {
        reply = native(true);
    } else if (function == QUESTIONS.end() || !function->second) {
        reply = {"unsupported", "the adapter does not answer this"};
    } else {
        reply = caught("failed", "", [&] { return function->second(walk.game[0], question); });
    }
    return message.set(reply.outcome, reply.value);
}

int main() {
    // Output of the library goes to standard error, so that it is not read as an answer.
    std::ostream output(std::cout.rdbuf());
    std::cout.rdbuf(std::cerr.rdbuf());
    std::map<std::string, Walk> kept;
    for (std::string line; std::getline(std::cin, line);) {
        const Json request = Json::read(line);
        std::vector<std::string> moves;
        if (request["type"].text == "hello") {
            std::vector<std::string> names;
            for (const auto& [name, function] : QUESTIONS) {
                if (function) names.push_back(name);
            }
            Json hello = Json().set("id", request["id"]).set("protocol", 1).set("name", NAME).set("version", VERSION);
            hello.set("ecosystem", ECOSYSTEM).set("language", "C++").set("endings", ENDINGS).set("walks", true);
            hello.set("takes_back", TAKE_BACK != nullptr);
            hello.set("ends_by_itself", ENDS_BY_ITSELF).set("rule_set", RULE_SET).set("reads_fen", READS_FEN);
            hello.set("validates_setups", VALIDATES_SETUPS).set("chess960", CHESS960);
            output << hello.set("questions", names).write() << '\n';
        } else if (request["type"].text == "walk") {
            if (request.has("fen")) kept[request["game"].text] = started(request["fen"].text);
            Walk& walk = kept[request["game"].text];
            for (const Json& uci : request["moves"].items) moves.push_back(uci.text);
            go_back(walk, request.has("back") ? std::stoul(request["back"].text) : 0);
            go_on(walk, moves, {}, {});
            Json answers = std::vector<std::string>();
            for (const Json& question : request["questions"].items) answers.items.push_back(answer(walk, question, {}));
            output << Json().set("id", request["id"]).set("answers", answers).write() << '\n';
        } else {
            Walk walk = started(request["fen"].text);
            for (const Json& act : request["play"].items) {
                moves.push_back(act["move"].text);
                const std::string& name = act["act"].text;
                if (name != "move") walk.refusal = {"unsupported", "the adapter has no function for the act " + name};
            }
            go_on(walk, moves, request["take_back"], request["between"]);
            for (const Json& question : request["questions"].items) {
                output << answer(walk, question, Json().set("id", question["id"])).write() << '\n';
            }
        }
        output.flush();
    }
}

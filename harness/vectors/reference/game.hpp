// Game asks the reference of lawbook, a process that LAWBOOK starts, in place of a library. LAWBOOK_STUB names the one
// function that is useless.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

class Game {
public:
    // A refusal of the setup or of a move is a std::invalid_argument.
    Game(const std::string& fen, bool, const std::vector<std::string>& moves) : fen_text(fen), moves(moves) { ask("setup"); }

    std::string outcome() {
        const std::string said = ask("ruling"), winner = field(said, "winner");
        if (said[0] != '{' || is_stubbed("outcome")) return "play-on";
        return (winner == "null" ? "draw" : winner) + "/" + field(said, "by");
    }

    std::vector<std::string> legal_moves() {
        std::vector<std::string> found;
        const std::string said = ask("legal-moves");
        for (std::size_t begin = said.find('"'), end; begin != std::string::npos; begin = said.find('"', end + 1)) {
            end = said.find('"', begin + 1);
            found.push_back(said.substr(begin + 1, end - begin - 1));
        }
        return found;
    }

    bool is_check() { return ask("check") == "true"; }
    int occurrences() { return std::stoi(ask("occurrences")); }
    int halfmove_clock() { return std::stoi(ask("halfmove-clock")); }
    bool is_same_as(int ply) { return ask("same-as", ",\"ply\":" + std::to_string(ply)) == "true"; }

    bool may_claim(const std::string& ground, const std::string& written) {
        const std::string move = written.empty() ? "" : ",\"written\":" + quoted(written);
        return ask("claim", ",\"ground\":" + quoted(ground) + move) == "true" && !is_stubbed("claim");
    }

    std::string fen() {
        return is_stubbed("fen") ? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" : unquoted(ask("fen"));
    }

    std::string san() { return is_stubbed("san") ? "e4" : unquoted(ask("san")); }

    // The move in UCI; nothing if the text is refused.
    std::string parse_san(const std::string& text) {
        if (is_stubbed("parse_san")) return "e2e4";
        const std::string said = ask("reads", ",\"text\":" + quoted(text));
        return said == "null" ? "" : unquoted(said);
    }

private:
    std::string fen_text;
    std::vector<std::string> moves;

    static bool is_stubbed(const std::string& name) {
        const char* stub = std::getenv("LAWBOOK_STUB");
        return stub && stub == name;
    }
    static std::string quoted(const std::string& text) {
        std::string quoted = "\"";
        for (char one : text) quoted += one == '"' || one == '\\' ? std::string{'\\', one} : std::string{one};
        return quoted + '"';
    }
    static std::string unquoted(const std::string& json) { return json.substr(1, json.size() - 2); }

    // The value of a field in an object of JSON in one line, with the quotation marks only if it is the whole answer.
    static std::string field(const std::string& json, const std::string& name) {
        const std::size_t at = json.find("\"" + name + "\":");
        if (at == std::string::npos) return "";
        const std::size_t begin = at + name.size() + 3, end = json.find_first_of(",}", begin);
        const std::string value = json.substr(begin, end - begin);
        return value[0] == '"' ? unquoted(value) : value;
    }

    struct Process {
        std::FILE* requests = nullptr;
        std::FILE* replies = nullptr;
        Process() {
            int in[2], out[2];
            const char* command = std::getenv("LAWBOOK");
            if (!command || pipe(in) != 0 || pipe(out) != 0) throw std::runtime_error("LAWBOOK names no command");
            if (fork() == 0) {
                dup2(in[0], 0);
                dup2(out[1], 1);
                for (int end : {in[0], in[1], out[0], out[1]}) close(end);
                execl(command, command, "adapter", "serve", static_cast<char*>(nullptr));
                _exit(127);
            }
            close(in[0]);
            close(out[1]);
            requests = fdopen(in[1], "w");
            replies = fdopen(out[0], "r");
        }
    };

    // Returns the answer as JSON.
    std::string ask(const std::string& name, const std::string& more = "") {
        static Process process;
        std::string play;
        for (const std::string& move : moves) play += (play.empty() ? "" : ",") + ("{\"act\":\"move\",\"move\":\"" + move + "\"}");
        const std::string request = "{\"type\":\"ask\",\"fen\":" + quoted(fen_text) + ",\"rule_set\":\"fide-2023\",\"play\":[" + play
            + "],\"questions\":[{\"id\":1,\"ask\":" + quoted(name) + more + "}]}\n";
        std::fputs(request.c_str(), process.requests);
        std::fflush(process.requests);
        std::string reply;
        for (int one = std::fgetc(process.replies); one != '\n'; one = std::fgetc(process.replies)) {
            if (one == EOF) throw std::runtime_error("the process has ended");
            reply += static_cast<char>(one);
        }
        for (const std::string kind : {"\"native\":", "\"composed\":"}) {
            const std::size_t at = reply.find(kind);
            if (at != std::string::npos) return reply.substr(at + kind.size(), reply.size() - at - kind.size() - 1);
        }
        throw std::invalid_argument(reply);
    }
};

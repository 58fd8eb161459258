// A small move generator, which stands for the library under test. With TOY_MISTAKE in the environment it takes every
// position without a legal move for checkmate.

#pragma once

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace toy {

struct Move {
    int from, to;
    char promotion;
};

inline std::string name(int square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

inline std::string uci(const Move& move) {
    return name(move.from) + name(move.to) + (move.promotion ? std::string(1, move.promotion) : "");
}

// The square at an offset, or -1.
inline int step(int square, int files, int ranks) {
    int file = square % 8 + files, rank = square / 8 + ranks;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

inline char lower(char piece) { return static_cast<char>(std::tolower(piece)); }
inline char cased(char piece, bool white) { return white ? static_cast<char>(std::toupper(piece)) : piece; }

class Board {
public:
    // Reads a FEN of six fields.
    explicit Board(const std::string& fen) : pieces(64, '.') {
        std::istringstream fields(fen);
        std::string placement, turn, target;
        if (!(fields >> placement >> turn >> castling >> target >> clock >> number)) {
            throw std::invalid_argument("not a FEN: " + fen);
        }
        int file = 0, rank = 7;
        for (char letter : placement) {
            if (letter == '/') {
                file = 0;
                rank--;
            } else if (letter >= '1' && letter <= '8') {
                file += letter - '0';
            } else if (file > 7 || rank < 0 || std::string("PNBRQKpnbrqk").find(letter) == std::string::npos) {
                throw std::invalid_argument("not a FEN: " + fen);
            } else {
                pieces[rank * 8 + file++] = letter;
            }
        }
        white = turn == "w";
        if (target.size() == 2) en_passant = (target[1] - '1') * 8 + target[0] - 'a';
        validate();
    }

    std::string fen() const {
        std::string text;
        for (int rank = 7; rank >= 0; rank--) {
            int empty = 0;
            for (int file = 0; file < 8; file++) {
                char piece = pieces[rank * 8 + file];
                if (piece != '.' && empty > 0) text += std::to_string(std::exchange(empty, 0));
                if (piece != '.') text += piece;
                else empty++;
            }
            if (empty > 0) text += std::to_string(empty);
            if (rank > 0) text += '/';
        }
        std::string target = en_passant < 0 ? "-" : name(en_passant);
        return text + (white ? " w " : " b ") + castling + ' ' + target + ' ' + std::to_string(clock) + ' ' +
               std::to_string(number);
    }

    // The legal moves in UCI.
    std::vector<std::string> legal_moves() const {
        std::vector<std::string> texts;
        for (const Move& one : moves()) texts.push_back(uci(one));
        return texts;
    }

    bool is_check() const { return is_attacked(white); }
    bool is_checkmate() const {
        const bool has_mistake = std::getenv("TOY_MISTAKE") != nullptr;
        return (has_mistake || is_check()) && moves().empty();
    }

    // Plays a legal move in UCI.
    void play(const std::string& text) {
        for (const Move& one : moves()) {
            if (uci(one) == text) {
                *this = after(one);
                return;
            }
        }
        throw std::invalid_argument("not legal: " + text);
    }

private:
    using Steps = std::vector<std::pair<int, int>>;

    void validate() const {
        auto count = [this](char piece) { return std::count(pieces.begin(), pieces.end(), piece); };
        bool has_pawns = (pieces.substr(0, 8) + pieces.substr(56)).find_first_of("pP") != std::string::npos;
        if (count('K') != 1 || count('k') != 1 || has_pawns || is_attacked(!white)) {
            throw std::invalid_argument("this position cannot be played: " + fen());
        }
        for (char right : castling) {
            int home = right > 'Z' ? 56 : 0, corner = lower(right) == 'q' ? home : home + 7;
            bool fits = pieces[home + 4] == cased('k', home == 0) && pieces[corner] == cased('r', home == 0);
            if (right != '-' && !fits) throw std::invalid_argument("a right to castle without king or rook");
        }
    }

    bool is_of(int square, bool side) const {
        return pieces[square] != '.' && (std::isupper(pieces[square]) != 0) == side;
    }

    // The squares that a piece other than a pawn attacks.
    std::vector<int> targets(int from, char piece) const {
        static const Steps straight = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
        static const Steps diagonal = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
        static const Steps both = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
        static const Steps leaps = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
        const Steps& steps = piece == 'n' ? leaps : piece == 'b' ? diagonal : piece == 'r' ? straight : both;
        std::vector<int> squares;
        for (auto [files, ranks] : steps) {
            for (int to = step(from, files, ranks); to >= 0; to = step(to, files, ranks)) {
                squares.push_back(to);
                if (piece == 'n' || piece == 'k' || pieces[to] != '.') break;
            }
        }
        return squares;
    }

    // Whether the king of a side is attacked.
    bool is_attacked(bool side) const {
        int king = static_cast<int>(pieces.find(cased('k', side)));
        for (int files : {-1, 1}) {
            int at = step(king, files, side ? 1 : -1);
            if (at >= 0 && pieces[at] == cased('p', !side)) return true;
        }
        for (char piece : std::string("nbrqk")) {
            for (int at : targets(king, piece)) {
                if (pieces[at] == cased(piece, !side)) return true;
            }
        }
        return false;
    }

    std::vector<Move> moves() const {
        std::vector<Move> moves;
        for (int from = 0; from < 64; from++) {
            if (!is_of(from, white)) continue;
            char piece = lower(pieces[from]);
            for (int to : piece == 'p' ? pawn_targets(from) : targets(from, piece)) {
                if (is_of(to, white)) continue;
                bool is_promotion = piece == 'p' && (to < 8 || to > 55);
                for (char promotion : is_promotion ? std::string("qrbn") : std::string(1, '\0')) {
                    moves.push_back({from, to, promotion});
                }
            }
        }
        int king = white ? 4 : 60;
        for (char wing : {'k', 'q'}) {
            int side = wing == 'k' ? 1 : -1;
            bool is_free = castling.find(cased(wing, white)) != std::string::npos && !is_check();
            for (int away = 1; is_free && away <= (wing == 'k' ? 2 : 3); away++) {
                is_free = pieces[king + side * away] == '.';
            }
            if (is_free && !after({king, king + side, '\0'}).is_attacked(white)) {
                moves.push_back({king, king + 2 * side, '\0'});
            }
        }
        auto is_illegal = [this](const Move& one) { return after(one).is_attacked(white); };
        moves.erase(std::remove_if(moves.begin(), moves.end(), is_illegal), moves.end());
        return moves;
    }

    std::vector<int> pawn_targets(int from) const {
        std::vector<int> squares;
        int up = white ? 1 : -1, one = step(from, 0, up);
        if (pieces[one] == '.') {
            squares.push_back(one);
            if (from / 8 == (white ? 1 : 6) && pieces[step(one, 0, up)] == '.') squares.push_back(step(one, 0, up));
        }
        for (int files : {-1, 1}) {
            int to = step(from, files, up);
            if (to >= 0 && (is_of(to, !white) || to == en_passant)) squares.push_back(to);
        }
        return squares;
    }

    Board after(const Move& move) const {
        Board next = *this;
        char piece = pieces[move.from];
        bool is_pawn = lower(piece) == 'p';
        int distance = move.to - move.from;
        next.pieces[move.from] = '.';
        next.pieces[move.to] = move.promotion ? cased(move.promotion, white) : piece;
        if (is_pawn && move.to == en_passant) next.pieces[move.from / 8 * 8 + move.to % 8] = '.';
        if (lower(piece) == 'k' && std::abs(distance) == 2) {
            int corner = distance > 0 ? move.from + 3 : move.from - 4;
            next.pieces[(move.from + move.to) / 2] = pieces[corner];
            next.pieces[corner] = '.';
        }
        for (auto [right, corner] : {std::pair{'K', 7}, {'Q', 0}, {'k', 63}, {'q', 56}}) {
            if (move.from == corner || move.to == corner || move.from == corner / 8 * 8 + 4) {
                next.castling.erase(std::remove(next.castling.begin(), next.castling.end(), right), next.castling.end());
            }
        }
        if (next.castling.empty()) next.castling = "-";
        next.en_passant = is_pawn && std::abs(distance) == 16 ? (move.from + move.to) / 2 : -1;
        next.clock = is_pawn || pieces[move.to] != '.' ? 0 : clock + 1;
        next.number = white ? number : number + 1;
        next.white = !white;
        return next;
    }

    // The letters of FEN, from a1 to h8, or a dot.
    std::string pieces;
    std::string castling;
    bool white = true;
    int en_passant = -1;
    int clock = 0;
    int number = 1;
};

} // namespace toy

// A small move generator, which stands for the library under test. With TOY_MISTAKE in the environment the king may
// castle through check.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

final class Toy {
    private static final boolean HAS_MISTAKE = System.getenv("TOY_MISTAKE") != null;
    private static final int[][] STRAIGHT = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    private static final int[][] DIAGONAL = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    private static final int[][] BOTH = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    private static final int[][] LEAPS = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

    private record Move(int from, int to, char promotion) {
        @Override
        public String toString() {
            return name(from) + name(to) + (promotion == 0 ? "" : String.valueOf(promotion));
        }
    }

    /** The letters of FEN, from a1 to h8, or a dot. */
    private final char[] pieces = new char[64];
    private boolean white;
    private String castling;
    private int enPassant = -1;
    private int clock;
    private int number;

    private Toy() {}

    /** Reads a FEN of six fields. */
    static Toy fromFen(String fen) {
        Toy toy = new Toy();
        String[] fields = fen.split(" ");
        if (fields.length != 6) {
            throw new IllegalArgumentException("not a FEN: " + fen);
        }
        Arrays.fill(toy.pieces, '.');
        int file = 0;
        int rank = 7;
        for (char letter : fields[0].toCharArray()) {
            if (letter == '/') {
                file = 0;
                rank--;
            } else if (letter >= '1' && letter <= '8') {
                file += letter - '0';
            } else if (file > 7 || rank < 0 || "PNBRQKpnbrqk".indexOf(letter) < 0) {
                throw new IllegalArgumentException("not a FEN: " + fen);
            } else {
                toy.pieces[rank * 8 + file++] = letter;
            }
        }
        toy.white = fields[1].equals("w");
        toy.castling = fields[2];
        toy.enPassant = fields[3].equals("-") ? -1 : (fields[3].charAt(1) - '1') * 8 + fields[3].charAt(0) - 'a';
        toy.clock = Integer.parseInt(fields[4]);
        toy.number = Integer.parseInt(fields[5]);
        toy.validate();
        return toy;
    }

    private void validate() {
        String all = new String(pieces);
        boolean hasKings = all.matches("[^K]*K[^K]*") && all.matches("[^k]*k[^k]*");
        boolean hasPawns = (all.substring(0, 8) + all.substring(56)).matches(".*[pP].*");
        if (!hasKings || hasPawns || isAttacked(!white)) {
            throw new IllegalArgumentException("this position cannot be played: " + fen());
        }
        for (char right : castling.replace("-", "").toCharArray()) {
            int home = right > 'Z' ? 56 : 0;
            int corner = Character.toLowerCase(right) == 'q' ? home : home + 7;
            if (pieces[home + 4] != cased('k', home == 0) || pieces[corner] != cased('r', home == 0)) {
                throw new IllegalArgumentException("there is no rook or king for the right " + right);
            }
        }
    }

    String fen() {
        StringBuilder text = new StringBuilder();
        for (int rank = 7; rank >= 0; rank--) {
            String row = new String(pieces, rank * 8, 8);
            for (int empty = 8; empty > 0; empty--) {
                row = row.replace(".".repeat(empty), String.valueOf(empty));
            }
            text.append(row).append(rank > 0 ? "/" : "");
        }
        String target = enPassant < 0 ? "-" : name(enPassant);
        return text + (white ? " w " : " b ") + castling + " " + target + " " + clock + " " + number;
    }

    /** The legal moves in UCI. */
    List<String> legalMoves() {
        return moves().stream().map(Move::toString).toList();
    }

    boolean isCheck() {
        return isAttacked(white);
    }

    boolean isCheckmate() {
        return isCheck() && moves().isEmpty();
    }

    /** The position after a legal move in UCI. */
    Toy play(String uci) {
        for (Move one : moves()) {
            if (one.toString().equals(uci)) {
                return after(one);
            }
        }
        throw new IllegalArgumentException("not legal: " + uci);
    }

    private static String name(int square) {
        return "" + (char) ('a' + square % 8) + (char) ('1' + square / 8);
    }

    /** The square at an offset, or -1. */
    private static int step(int square, int files, int ranks) {
        int file = square % 8 + files;
        int rank = square / 8 + ranks;
        return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
    }

    private static char cased(char piece, boolean white) {
        return white ? Character.toUpperCase(piece) : piece;
    }

    private boolean isOf(int square, boolean white) {
        return pieces[square] != '.' && Character.isUpperCase(pieces[square]) == white;
    }

    /** The squares that a piece other than a pawn attacks. */
    private List<Integer> targets(int from, char piece) {
        int[][] steps = switch (piece) {
            case 'n' -> LEAPS;
            case 'b' -> DIAGONAL;
            case 'r' -> STRAIGHT;
            default -> BOTH;
        };
        List<Integer> targets = new ArrayList<>();
        for (int[] one : steps) {
            for (int to = step(from, one[0], one[1]); to >= 0; to = step(to, one[0], one[1])) {
                targets.add(to);
                if (piece == 'n' || piece == 'k' || pieces[to] != '.') {
                    break;
                }
            }
        }
        return targets;
    }

    /** Whether the king of a side is attacked. */
    private boolean isAttacked(boolean white) {
        int king = new String(pieces).indexOf(cased('k', white));
        for (int side = -1; side <= 1; side += 2) {
            int at = step(king, side, white ? 1 : -1);
            if (at >= 0 && pieces[at] == cased('p', !white)) {
                return true;
            }
        }
        for (char piece : "nbrqk".toCharArray()) {
            if (targets(king, piece).stream().anyMatch(at -> pieces[at] == cased(piece, !white))) {
                return true;
            }
        }
        return false;
    }

    private List<Move> moves() {
        List<Move> moves = new ArrayList<>();
        for (int from = 0; from < 64; from++) {
            if (!isOf(from, white)) {
                continue;
            }
            char piece = Character.toLowerCase(pieces[from]);
            for (int to : piece == 'p' ? pawnTargets(from) : targets(from, piece)) {
                boolean isPromotion = piece == 'p' && (to < 8 || to > 55);
                for (char promotion : (isPromotion ? "qrbn" : "\0").toCharArray()) {
                    if (!isOf(to, white)) {
                        moves.add(new Move(from, to, promotion));
                    }
                }
            }
        }
        castle(moves);
        moves.removeIf(one -> after(one).isAttacked(white));
        return moves;
    }

    private void castle(List<Move> moves) {
        int king = white ? 4 : 60;
        for (char wing : "kq".toCharArray()) {
            int side = wing == 'k' ? 1 : -1;
            boolean isFree = castling.indexOf(cased(wing, white)) >= 0;
            for (int away = 1; away <= (wing == 'k' ? 2 : 3); away++) {
                isFree &= pieces[king + side * away] == '.';
            }
            if (isFree && !isCheck() && (HAS_MISTAKE || !after(new Move(king, king + side, '\0')).isAttacked(white))) {
                moves.add(new Move(king, king + 2 * side, '\0'));
            }
        }
    }

    private List<Integer> pawnTargets(int from) {
        List<Integer> targets = new ArrayList<>();
        int up = white ? 1 : -1;
        int one = step(from, 0, up);
        if (pieces[one] == '.') {
            targets.add(one);
            if (from / 8 == (white ? 1 : 6) && pieces[step(one, 0, up)] == '.') {
                targets.add(step(one, 0, up));
            }
        }
        for (int side = -1; side <= 1; side += 2) {
            int to = step(from, side, up);
            if (to >= 0 && (isOf(to, !white) || to == enPassant)) {
                targets.add(to);
            }
        }
        return targets;
    }

    private Toy after(Move move) {
        Toy next = new Toy();
        System.arraycopy(pieces, 0, next.pieces, 0, 64);
        char piece = pieces[move.from];
        boolean isPawn = Character.toLowerCase(piece) == 'p';
        int distance = move.to - move.from;
        next.pieces[move.from] = '.';
        next.pieces[move.to] = move.promotion == 0 ? piece : cased(move.promotion, white);
        if (isPawn && move.to == enPassant) {
            next.pieces[move.from / 8 * 8 + move.to % 8] = '.';
        }
        if (Character.toLowerCase(piece) == 'k' && Math.abs(distance) == 2) {
            int corner = distance > 0 ? move.from + 3 : move.from - 4;
            next.pieces[(move.from + move.to) / 2] = pieces[corner];
            next.pieces[corner] = '.';
        }
        next.castling = castling;
        for (int i = 0; i < 4; i++) {
            int corner = new int[] {7, 0, 63, 56}[i];
            if (move.from == corner || move.to == corner || move.from == corner / 8 * 8 + 4) {
                next.castling = next.castling.replace("KQkq".substring(i, i + 1), "");
            }
        }
        next.castling = next.castling.isEmpty() ? "-" : next.castling;
        next.enPassant = isPawn && Math.abs(distance) == 16 ? (move.from + move.to) / 2 : -1;
        next.clock = isPawn || pieces[move.to] != '.' ? 0 : clock + 1;
        next.number = white ? number : number + 1;
        next.white = !white;
        return next;
    }
}

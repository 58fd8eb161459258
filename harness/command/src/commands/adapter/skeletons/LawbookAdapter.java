// The adapter of YOUR LIBRARY for lawbook, for Java 17 or later. It runs as it is:
//
//     javac -d build LawbookAdapter.java
//     lawbook adapter smoke -- java -cp build LawbookAdapter
//
// Edit the part between the two marks, from one TODO to the next. `smoke` names the question to answer next. The rest
// of the file is the protocol, and needs no change.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class LawbookAdapter {
    /** An answer, or the reason why there is none. */
    record Reply(String outcome, Object value) {
        Map<String, Object> fields() {
            Map<String, Object> fields = new HashMap<>();
            fields.put(outcome, value);
            return fields;
        }
    }

    /** An answer of the library itself: a Boolean, Integer, String, List, Map or null. */
    static Reply answer(Object value) {
        return new Reply("native", value);
    }

    /** An answer for which the adapter kept the history, and the library compared positions or counted. */
    static Reply composed(Object value) {
        return new Reply("composed", value);
    }

    /** The library makes no statement either way. */
    static Reply silent(String why) {
        return new Reply("silent", why);
    }

    /** The library has no function for this. Can be thrown anywhere below. */
    static final class Unsupported extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unsupported(String why) {
            super(why);
        }
    }

    /** A question. What it is about is null, 0 or empty if it does not belong to the question. */
    record Question(String ask, String side, String ground, String written, String text, String square, int ply,
            int times, int count, List<String> moves) {}

    interface Answerer {
        Reply ask(Game game, Question question) throws Exception;
    }

    interface Undoer {
        Game takeBack(Game game) throws Exception;
    }

    // ---- YOUR LIBRARY: begin ----------------------------------------------------------------------------------------

    // TODO: import your library above.

    // TODO: its name and version, and the endings that it detects: checkmate, stalemate, threefold-repetition,
    // fifty-moves, fivefold-repetition, seventy-five-moves, dead-position (more than insufficient material).
    static final String NAME = "your-library", VERSION = "0.0.0", ECOSYSTEM = "maven";
    static final List<String> ENDINGS = List.of("checkmate", "stalemate");
    /** More to declare: ends_by_itself has the endings after which the library plays no further move. */
    static final Map<String, Object> NATURE = Map.of("reads_fen", true, "validates_setups", true, "chess960", false,
            "ends_by_itself", List.of(), "rule_set", "fide-2023");

    /** What setUp begins. TODO: hold a game of your library. */
    record Game(String fen) {}

    /** The game that begins with a FEN. An exception means that the library refuses the FEN. */
    static Game setUp(String fen) throws Exception {
        if (!fen.equals("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")) {
            throw new Unsupported("TODO: set up a position");
        }
        return new Game(fen);
    }

    /** The game after a legal move such as e2e4, e1g1 or a7a8q. An exception means that the library refuses it. */
    static Game play(Game game, String uci) throws Exception {
        throw new Unsupported("TODO: play a move");
    }

    static Reply legalMoves(Game game, Question question) {
        // TODO: ask your library. This is the answer for the initial position.
        List<String> moves = new ArrayList<>(List.of("b1a3", "b1c3", "g1f3", "g1h3"));
        for (char file = 'a'; file <= 'h'; file++) {
            moves.add(file + "2" + file + "3");
            moves.add(file + "2" + file + "4");
        }
        return answer(moves);
    }

    static Reply check(Game game, Question question) {
        // TODO: ask your library.
        return answer(false);
    }

    static Reply fen(Game game, Question question) {
        // TODO: ask your library.
        return answer(game.fen());
    }

    // A question with a function is answered. To answer another one, write its function in place of TODO.
    static final Answerer TODO = null;
    static final Map<String, Answerer> QUESTIONS = new LinkedHashMap<>();

    static {
        QUESTIONS.put("legal-moves", LawbookAdapter::legalMoves);
        QUESTIONS.put("check", LawbookAdapter::check);
        QUESTIONS.put("fen", LawbookAdapter::fen);
        QUESTIONS.put("ended", TODO); // null, or a Map: "winner" is "white", "black" or null, "by" is an ending or null
        QUESTIONS.put("checkmate", TODO); // true or false
        QUESTIONS.put("stalemate", TODO); // true or false
        QUESTIONS.put("insufficient-material", TODO); // whether the material alone rules out mate by either side
        QUESTIONS.put("drawn", TODO); // whether it is a draw now, by the library's own summary
        QUESTIONS.put("dead", TODO); // whether neither side can mate; from the material only: true, or silent(...)
        QUESTIONS.put("can-mate", TODO); // of question.side(); from the material only: false, or silent(...)
        QUESTIONS.put("claimable", TODO); // whether the player on move may claim a draw without writing a move
        QUESTIONS.put("claim", TODO); // the same on question.ground(); after the move question.written(), unless null
        // A function that only counts does not answer a claim: it answers "occurred" or "plies".
        QUESTIONS.put("occurrences", TODO); // how often the position has occurred, this time included
        QUESTIONS.put("occurred", TODO); // whether the position has occurred at least question.times() times: 3 or 5
        QUESTIONS.put("same-as", TODO); // whether the position is the same as after question.ply() plies
        QUESTIONS.put("halfmove-clock", TODO); // plies since the last capture or pawn move
        QUESTIONS.put("plies", TODO); // whether the last question.count() plies, 100 or 150, were all quiet
        QUESTIONS.put("refuses", TODO); // which of question.moves(), in UCI, are refused; try each in the same position
        QUESTIONS.put("moves-from", TODO); // the legal moves from question.square() in UCI
        QUESTIONS.put("san", TODO); // the last move in algebraic notation
        QUESTIONS.put("reads", TODO); // the move in UCI that question.text() means in algebraic notation, or null
        QUESTIONS.put("reads-uci", TODO); // the legal move that question.text() means in UCI; null if it is refused
        QUESTIONS.put("reads-fen", TODO); // the FEN of the position that question.text() means as a FEN, or null
        QUESTIONS.put("checkers", TODO); // the squares of the pieces that give check
        QUESTIONS.put("attacks", TODO); // the squares of opposing pieces that the piece on question.square() attacks
        QUESTIONS.put("light", TODO); // whether question.square() is light
    }

    /** Returns a game without its last move, if the library can take moves back. TODO: write its function. */
    static final Undoer TAKE_BACK = null;
    // ---- YOUR LIBRARY: end ------------------------------------------------------------------------------------------

    /** A game, or the reason why there is none. */
    record Walk(Game game, Reply refusal) {}

    static Reply refusal(Throwable error, String outcome, String place) {
        if (error instanceof Unsupported) {
            return new Reply("unsupported", error.getMessage());
        }
        return new Reply(outcome, place + error);
    }

    static Walk started(String fen) {
        try {
            return new Walk(setUp(fen), null);
        } catch (Exception | StackOverflowError | AssertionError error) {
            return new Walk(null, refusal(error, "setup_refused", ""));
        }
    }

    /**
     * The game after moves that are each played and taken back, without those that the library refuses. The questions between
     * are asked after each of them.
     */
    static Game detoured(Game game, List<?> moves, List<Map<?, ?>> between) throws Exception {
        for (Object uci : moves) {
            final Game tried;
            try {
                tried = play(game, (String) uci);
            } catch (Exception | StackOverflowError | AssertionError error) {
                continue;
            }
            between.forEach(question -> answered(new Walk(tried, null), question));
            game = TAKE_BACK.takeBack(tried);
        }
        return game;
    }

    /** The same game after moves are taken back. */
    static Walk back(Walk walk, int count) {
        try {
            Game game = walk.game();
            for (int at = 0; walk.refusal() == null && at < count; at++) {
                game = TAKE_BACK.takeBack(game);
            }
            return new Walk(game, walk.refusal());
        } catch (Exception | StackOverflowError | AssertionError error) {
            return new Walk(null, refusal(error, "failed", ""));
        }
    }

    /**
     * The game after more moves. The detours are those before each move and at the end, or null. Each question in
     * between is also asked before each move.
     */
    static Walk continued(Walk walk, List<String> moves, Object detours, List<Map<?, ?>> between) {
        Game game = walk.game();
        for (int ply = 0; walk.refusal() == null && ply <= moves.size(); ply++) {
            String uci = ply < moves.size() ? moves.get(ply) : "the end";
            Walk here = new Walk(game, null);
            (ply < moves.size() ? between : List.<Map<?, ?>>of()).forEach(question -> answered(here, question));
            try {
                if (detours instanceof List<?> lists && !lists.isEmpty()) {
                    game = detoured(game, (List<?>) lists.get(ply), between);
                }
                game = ply < moves.size() ? play(game, uci) : game;
            } catch (Exception | StackOverflowError | AssertionError error) {
                return new Walk(null, refusal(error, "move_refused", uci + ": "));
            }
        }
        return new Walk(game, walk.refusal());
    }

    static Reply answered(Walk walk, Map<?, ?> asked) {
        String name = text(asked, "ask");
        if (walk.refusal() != null) {
            return walk.refusal();
        } else if (name.equals("setup")) {
            return answer(true);
        } else if (QUESTIONS.get(name) == null) {
            return new Reply("unsupported", "the adapter does not answer this");
        }
        List<String> moves = new ArrayList<>();
        if (asked.get("moves") instanceof List<?> tried) {
            tried.forEach(uci -> moves.add((String) uci));
        }
        Question question = new Question(name, text(asked, "side"), text(asked, "ground"), text(asked, "written"),
                text(asked, "text"), text(asked, "square"), number(asked, "ply"), number(asked, "times"),
                number(asked, "count"), moves);
        try {
            return QUESTIONS.get(name).ask(walk.game(), question);
        } catch (Exception | StackOverflowError | AssertionError error) {
            return refusal(error, "failed", "");
        }
    }

    static int number(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof Number number ? number.intValue() : 0;
    }

    static String text(Map<?, ?> fields, String name) {
        return (String) fields.get(name);
    }

    static List<Map<?, ?>> objects(Map<?, ?> fields, String name) {
        List<Map<?, ?>> objects = new ArrayList<>();
        if (fields.get(name) instanceof List<?> list) {
            list.forEach(one -> objects.add((Map<?, ?>) one));
        }
        return objects;
    }

    public static void main(String[] arguments) throws IOException {
        // Output of the library goes to standard error, so that it is not read as an answer.
        PrintStream output = System.out;
        System.setOut(System.err);
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Map<Object, Walk> kept = new HashMap<>();
        for (String line; (line = input.readLine()) != null; ) {
            Map<?, ?> request = (Map<?, ?>) new Json(line).read();
            List<Map<String, Object>> replies = new ArrayList<>();
            switch (text(request, "type")) {
                case "hello" -> {
                    List<String> names = new ArrayList<>(QUESTIONS.keySet());
                    names.removeIf(name -> QUESTIONS.get(name) == null);
                    Map<String, Object> hello = new HashMap<>(NATURE);
                    hello.putAll(Map.of("id", request.get("id"), "protocol", 1, "name", NAME, "version", VERSION,
                            "ecosystem", ECOSYSTEM, "language", "Java", "questions", names, "endings", ENDINGS,
                            "walks", true));
                    hello.put("takes_back", TAKE_BACK != null);
                    replies.add(hello);
                }
                case "walk" -> {
                    Object number = request.get("game");
                    Walk begun = request.get("fen") instanceof String fen ? started(fen) : kept.get(number);
                    List<String> moves = new ArrayList<>();
                    ((List<?>) request.get("moves")).forEach(uci -> moves.add((String) uci));
                    Walk walk = continued(back(begun, number(request, "back")), moves, null, List.of());
                    kept.put(number, walk);
                    List<Object> answers = new ArrayList<>();
                    for (Map<?, ?> question : objects(request, "questions")) {
                        answers.add(answered(walk, question).fields());
                    }
                    replies.add(Map.of("id", request.get("id"), "answers", answers));
                }
                default -> {
                    List<Map<?, ?>> play = objects(request, "play");
                    List<String> moves = play.stream().map(act -> text(act, "move")).toList();
                    List<String> others = play.stream().map(act -> text(act, "act")).filter(act -> !act.equals("move")).toList();
                    Walk walk = others.isEmpty()
                            ? continued(started(text(request, "fen")), moves, request.get("take_back"), objects(request, "between"))
                            : new Walk(null, new Reply("unsupported", "the adapter has no function for the act " + others.get(0)));
                    for (Map<?, ?> question : objects(request, "questions")) {
                        Map<String, Object> fields = answered(walk, question).fields();
                        fields.put("id", question.get("id"));
                        replies.add(fields);
                    }
                }
            }
            for (Map<String, Object> reply : replies) {
                // Only ASCII is written, whatever the encoding of the output.
                output.print(Json.write(reply) + "\n");
            }
            output.flush();
        }
    }

    /** Reads and writes a line of JSON. Objects are maps, arrays are lists, and numbers are Long or Double. */
    static final class Json {
        private final String line;
        private int at = 0;

        Json(String line) {
            this.line = line;
        }

        /** The value of the whole line. */
        Object read() {
            Object value = value();
            if (next() != '\0') {
                throw broken();
            }
            return value;
        }

        private Object value() {
            switch (next()) {
                case '{': {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    for (boolean more = !open('}'); more; more = goesOn('}')) {
                        next();
                        String name = string();
                        take(':');
                        fields.put(name, value());
                    }
                    return fields;
                }
                case '[': {
                    List<Object> items = new ArrayList<>();
                    for (boolean more = !open(']'); more; more = goesOn(']')) {
                        items.add(value());
                    }
                    return items;
                }
                case '"':
                    return string();
                default:
                    int begin = at;
                    while (at < line.length() && " \t\r\n,:]}".indexOf(line.charAt(at)) < 0) {
                        at++;
                    }
                    String word = line.substring(begin, at);
                    return switch (word) {
                        case "true" -> true;
                        case "false" -> false;
                        case "null" -> null;
                        default -> word.matches("-?[0-9]{1,18}") ? (Object) Long.valueOf(word) : Double.valueOf(word);
                    };
            }
        }

        private String string() {
            take('"');
            StringBuilder text = new StringBuilder();
            while (true) {
                char letter = letter();
                if (letter == '"') {
                    return text.toString();
                } else if (letter != '\\') {
                    text.append(letter);
                    continue;
                }
                char escape = letter();
                if (escape == 'u') {
                    text.append((char) Integer.parseInt(line.substring(at, at + 4), 16));
                    at += 4;
                } else {
                    int place = "\"\\/bfnrt".indexOf(escape);
                    if (place < 0) {
                        throw broken();
                    }
                    text.append("\"\\/\b\f\n\r\t".charAt(place));
                }
            }
        }

        /** Skips spaces. Returns the next character without taking it, or a zero at the end of the line. */
        private char next() {
            while (at < line.length() && " \t\r\n".indexOf(line.charAt(at)) >= 0) {
                at++;
            }
            return at < line.length() ? line.charAt(at) : '\0';
        }

        private char letter() {
            if (at >= line.length()) {
                throw broken();
            }
            return line.charAt(at++);
        }

        private void take(char wanted) {
            if (next() != wanted) {
                throw broken();
            }
            at++;
        }

        /** Takes the opening bracket, and the closing one if nothing is between them. */
        private boolean open(char close) {
            at++;
            boolean isEmpty = next() == close;
            at += isEmpty ? 1 : 0;
            return isEmpty;
        }

        /** Takes a comma or the closing bracket. */
        private boolean goesOn(char close) {
            boolean comma = next() == ',';
            take(comma ? ',' : close);
            return comma;
        }

        private IllegalArgumentException broken() {
            return new IllegalArgumentException("this is not JSON at character " + at + ": " + line);
        }

        static String write(Object value) {
            if (value instanceof Map<?, ?> fields) {
                List<String> parts = new ArrayList<>();
                fields.forEach((name, one) -> parts.add(write(name) + ":" + write(one)));
                return "{" + String.join(",", parts) + "}";
            } else if (value instanceof Iterable<?> items) {
                List<String> parts = new ArrayList<>();
                items.forEach(one -> parts.add(write(one)));
                return "[" + String.join(",", parts) + "]";
            } else if (value == null || value instanceof Boolean || value instanceof Number) {
                return String.valueOf(value);
            }
            StringBuilder text = new StringBuilder("\"");
            for (char letter : value.toString().toCharArray()) {
                boolean isPlain = letter >= ' ' && letter < 127 && letter != '"' && letter != '\\';
                text.append(isPlain ? String.valueOf(letter) : String.format("\\u%04x", (int) letter));
            }
            return text.append('"').toString();
        }
    }
}

// Asks the reference of lawbook, a process that LAWBOOK starts, in place of a library. LAWBOOK_STUB names the one function
// that is useless.

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class Game {
    private static final Gson GSON = new Gson();
    private static final Writer REQUESTS;
    private static final BufferedReader REPLIES;

    static {
        try {
            Process process = new ProcessBuilder(System.getenv("LAWBOOK"), "adapter", "serve")
                    .redirectError(ProcessBuilder.Redirect.INHERIT).start();
            REQUESTS = process.outputWriter();
            REPLIES = new BufferedReader(new InputStreamReader(process.getInputStream()));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private final String fen;
    private final List<String> moves;

    Game(String fen, boolean chess960, List<String> moves) {
        this.fen = fen;
        this.moves = moves;
        ask("setup", Map.of());
    }

    // A refusal of the setup or of a move is an IllegalArgumentException.
    private JsonElement ask(String name, Map<String, Object> more) {
        Map<String, Object> question = new java.util.HashMap<>(more);
        question.put("id", 1);
        question.put("ask", name);
        List<Map<String, String>> play = new ArrayList<>();
        for (String move : moves) play.add(Map.of("act", "move", "move", move));
        Map<String, Object> request = Map.of("type", "ask", "fen", fen, "rule_set", "fide-2023", "play", play,
                "questions", List.of(question));
        try {
            REQUESTS.write(GSON.toJson(request) + "\n");
            REQUESTS.flush();
            JsonObject reply = GSON.fromJson(REPLIES.readLine(), JsonObject.class);
            for (String kind : List.of("native", "composed")) if (reply.has(kind)) return reply.get(kind);
            throw new IllegalArgumentException(reply.toString());
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static boolean isStubbed(String name) {
        return name.equals(System.getenv("LAWBOOK_STUB"));
    }

    String outcome() {
        JsonElement said = ask("ruling", Map.of());
        if (!said.isJsonObject() || isStubbed("outcome")) return "play-on";
        JsonElement winner = said.getAsJsonObject().get("winner");
        return (winner.isJsonNull() ? "draw" : winner.getAsString()) + "/" + said.getAsJsonObject().get("by").getAsString();
    }

    List<String> legalMoves() {
        List<String> moves = new ArrayList<>();
        ask("legal-moves", Map.of()).getAsJsonArray().forEach(move -> moves.add(move.getAsString()));
        return moves;
    }

    boolean isCheck() {
        return ask("check", Map.of()).getAsBoolean();
    }

    int occurrences() {
        return ask("occurrences", Map.of()).getAsInt();
    }

    int halfmoveClock() {
        return ask("halfmove-clock", Map.of()).getAsInt();
    }

    boolean isSameAs(int ply) {
        return ask("same-as", Map.of("ply", ply)).getAsBoolean();
    }

    boolean mayClaim(String ground, String written) {
        Map<String, Object> more = written == null ? Map.of("ground", ground) : Map.of("ground", ground, "written", written);
        return ask("claim", more).getAsBoolean() && !isStubbed("claim");
    }

    String fen() {
        return isStubbed("fen") ? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" : ask("fen", Map.of()).getAsString();
    }

    String san() {
        return isStubbed("san") ? "e4" : ask("san", Map.of()).getAsString();
    }

    // The move in UCI; nothing if the text is refused.
    String parseSan(String text) {
        if (isStubbed("parse_san")) return "e2e4";
        JsonElement move = ask("reads", Map.of("text", text));
        return move.isJsonNull() ? "" : move.getAsString();
    }
}

// Asks a chess library, here Game, the vectors of the file LAWBOOK_VECTORS up to LAWBOOK_LEVEL: core, full or strict.
// LAWBOOK_KNOWN names a file with known deviations: an object from ids to reasons. One that no longer differs fails too.
// The last line of a failure is an entry for that file.
// It needs JUnit 5 and Gson.
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class LawbookTest {
    record Vectors(int format, String ruleSet, List<Mistake> mistakes, List<Vector> vectors) {}

    record Mistake(String name, String says) {}

    record Vector(String caseId, String title, String level, boolean chess960, boolean onlyMoves, String fen,
            List<String> moves, List<Question> questions, String why) {}

    record Question(String id, String ask, String text, String ground, String written, int ply, Right right,
            Map<String, List<Integer>> wrong) {}

    record Right(Boolean is, Integer count, String decision, String text, boolean refused, Integer moveCount,
            List<String> list, List<String> among, List<String> notAmong, List<String> anyOf) {}

    // The answers of the library, by the name of the question; any other is not asked.
    static final Map<String, BiFunction<Game, Question, Object>> ANSWERS = Map.ofEntries(
            Map.entry("setup", (game, question) -> true),
            Map.entry("ruling", (game, question) -> game.outcome()),
            Map.entry("legal-moves", (game, question) -> game.legalMoves()),
            Map.entry("check", (game, question) -> game.isCheck()),
            Map.entry("occurrences", (game, question) -> game.occurrences()),
            Map.entry("same-as", (game, question) -> game.isSameAs(question.ply)),
            Map.entry("claim", (game, question) -> game.mayClaim(question.ground, question.written)),
            Map.entry("castling", (game, question) -> game.fen().split(" ")[2]),
            Map.entry("halfmove-clock", (game, question) -> game.halfmoveClock()),
            Map.entry("fen", (game, question) -> game.fen()),
            Map.entry("san", (game, question) -> game.san()),
            Map.entry("reads", (game, question) -> game.parseSan(question.text)));

    // A right answer has one field, named by its kind. A text that is refused has the answer "".
    static boolean agrees(Right right, Object said) {
        Set<?> list = said instanceof List<?> found ? new HashSet<>(found) : Set.of();
        if (right.list != null) return list.equals(new HashSet<>(right.list));
        if (right.among != null) return list.containsAll(right.among);
        if (right.notAmong != null) return right.notAmong.stream().noneMatch(list::contains);
        if (right.moveCount != null) return list.size() == right.moveCount;
        if (right.anyOf != null) return right.anyOf.contains(said);
        if (right.refused) return "".equals(said);
        return Stream.of(right.is, right.count, right.decision, right.text).anyMatch(value -> said.equals(value));
    }

    // The answer as the keys of `wrong` have it: of a list only what differs from the right one.
    static String words(Question question, Object said) {
        if (said instanceof Boolean is) return is ? "yes" : "no";
        if (!(said instanceof List<?> list)) return "".equals(said) ? "refused" : String.valueOf(said);
        Right right = question.right;
        if (right.moveCount != null) return String.valueOf(list.size());
        Stream<?> items = list.stream().sorted();
        List<String> wanted = right.list != null ? right.list : right.among != null ? right.among : List.of();
        Stream<String> missing = wanted.stream().filter(move -> !list.contains(move)).sorted().map(move -> "-" + move);
        Stream<String> extra = items.filter(move -> right.list != null && !right.list.contains(move)
                || right.notAmong != null && right.notAmong.contains(move)).map(move -> "+" + move);
        return Stream.concat(missing, extra).collect(Collectors.joining(" "));
    }

    static final Gson GSON = new GsonBuilder()
            .setFieldNamingStrategy(field -> field.getName().equals("caseId") ? "case"
                    : FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES.translateName(field)).create();
    static final Set<String> FAILED = new TreeSet<>();
    // The number of wrong answers by the kind of mistakes that predicts them, with its sentence.
    static final Map<String, Integer> CAUSES = new TreeMap<>();

    static <T> T read(String variable, Class<T> type) throws Exception {
        return GSON.fromJson(Files.readString(Path.of(System.getenv(variable))), type);
    }

    @TestFactory
    Stream<DynamicTest> vectors() throws Exception {
        Map<?, ?> known = System.getenv().getOrDefault("LAWBOOK_KNOWN", "").isEmpty() ? Map.of() : read("LAWBOOK_KNOWN", Map.class);
        List<String> all = List.of("core", "full", "strict");
        String level = System.getenv().getOrDefault("LAWBOOK_LEVEL", "core");
        assertTrue(all.contains(level), "LAWBOOK_LEVEL is " + level + "; the levels are core, full and strict");
        Vectors file = read("LAWBOOK_VECTORS", Vectors.class);
        List<Vector> vectors = file.vectors;
        Set<Object> unknown = new HashSet<>(known.keySet());
        vectors.forEach(vector -> vector.questions.forEach(question -> unknown.remove(question.id)));
        assertTrue(unknown.isEmpty(), "LAWBOOK_KNOWN names what no vector asks: " + unknown);
        return vectors.stream().filter(vector -> vector.onlyMoves && all.indexOf(vector.level) <= all.indexOf(level))
                .flatMap(vector -> vector.questions.stream().filter(question -> ANSWERS.containsKey(question.ask))
                        .map(question -> DynamicTest.dynamicTest(question.id, () -> test(vector, question, known, file.mistakes))));
    }

    static void test(Vector vector, Question question, Map<?, ?> known, List<Mistake> mistakes) throws Exception {
        Object said;
        try {
            said = ANSWERS.get(question.ask).apply(new Game(vector.fen, vector.chess960, vector.moves), question);
        } catch (IllegalArgumentException refused) {
            said = question.ask.equals("setup") ? false : refused;
            Assumptions.assumeTrue(FAILED.add(vector.caseId) || question.ask.equals("setup"), "not reached");
        }
        boolean isRefused = said instanceof IllegalArgumentException && vector.moves.isEmpty();
        String words = isRefused ? "refuses the setup" : words(question, said);
        List<Integer> places = question.wrong == null ? List.of() : question.wrong.getOrDefault(words, List.of());
        // A kind of mistakes has the first two parts of their names.
        Set<String> kinds = places.stream().map(place -> mistakes.get(place).name.replaceAll("^([^/]*/[^/]*)/.*", "$1"))
                .collect(Collectors.toSet());
        List<String> perhaps = mistakes.stream().filter(mistake -> kinds.contains(mistake.name))
                .map(mistake -> "\nperhaps " + mistake.name + ": " + mistake.says).toList();
        boolean isKnown = known.containsKey(question.id), isRight = !(said instanceof Exception) && agrees(question.right, said);
        if (!isRight && !isKnown) perhaps.forEach(cause -> CAUSES.merge(cause, 1, Integer::sum));
        assertTrue(isRight != isKnown, vector.title + "\n" + vector.fen + " " + vector.moves + "\n"
                + said + ", not " + question.right + "; known: " + isKnown + String.join("", perhaps) + "\n" + vector.why
                + (isKnown ? "" : "\n\"" + question.id + "\": \"not yet reviewed\","));
    }

    @AfterAll
    static void printCauses() {
        CAUSES.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .forEach(cause -> System.out.println(cause.getValue() + " wrong answers, " + cause.getKey().trim()));
    }
}

/**
 * A sweep as JSON (docs/json.md), written and read back.
 *
 * <p>Owns: the schema. Must not know: the text reports, who asks for a file.
 *
 * <p>Start reading at {@link hplhetero.results.json.JsonReport} and {@link hplhetero.results.json.JsonReader}.
 */
package hplhetero.results.json;

/**
 * A sweep as JSON (docs/json.md).
 *
 * <p>Owns: the schema. Must not know: the text reports, who opens files.
 *
 * <p>Start reading at {@link hplhetero.results.json.JsonReport}.
 */
package hplhetero.results.json;

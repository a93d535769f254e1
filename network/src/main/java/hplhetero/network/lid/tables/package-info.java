/**
 * Forwarding tables that offer paths without hot spots, over the links of a tree as it is cabled; and how many LIDs they need.
 *
 * <p>Owns: tables for any job and for one, what fewer paths lose, the budget of LIDs. Must not know: files, GUIDs, subnet managers, HPL.
 *
 * <p>Start reading at {@link hplhetero.network.lid.tables.TableDesign}, then {@link hplhetero.network.lid.tables.JobTables}.
 */
package hplhetero.network.lid.tables;

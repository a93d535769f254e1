/**
 * Forwarding tables that offer paths without hot spots, over the links of a tree as it is cabled, and the number of LIDs that these tables
 * need.
 *
 * <p>Owns: tables for any job and tables for one job, the contention that fewer paths cause, and the budget of LIDs. Must not know: files,
 * GUIDs, subnet managers, HPL.
 *
 * <p>Start reading at {@link hplhetero.network.lid.tables.TableDesign}, then {@link hplhetero.network.lid.tables.JobTables}.
 */
package hplhetero.network.lid.tables;

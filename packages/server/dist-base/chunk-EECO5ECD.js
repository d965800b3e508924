// src/platform/storage/table.ts
function defineTable(name, key, kinds) {
  return { name, key, columns: Object.keys(kinds), kinds };
}
function pickColumns({ name }, ...columns) {
  return { name, columns };
}
function dropColumns({ name, columns }, ...without) {
  const dropped = without;
  return { name, columns: columns.filter((column) => !dropped.includes(column)) };
}
function listColumns({ columns }, alias) {
  return columns.map((column) => alias === void 0 ? column : `${alias}.${column}`).join(", ");
}
var text = () => ({
  kind: "text",
  isNullable: false
});
var integer = () => ({
  kind: "integer",
  isNullable: false
});
var bytes = () => ({ kind: "bytes", isNullable: false });
var orNull = ({ kind }) => ({
  kind,
  isNullable: true
});
function valuesOf(table, rows) {
  const values = [];
  for (const row of rows) {
    for (const column of table.columns) values.push(row[column] ?? null);
  }
  return values;
}

// src/platform/storage/sql.ts
function mysqlSql(connection, timeoutMs) {
  const query = (sql, params) => new Promise((resolve, reject) => {
    connection.query(
      {
        sql,
        values: params,
        ...timeoutMs !== void 0 && { timeout: timeoutMs }
      },
      (error, result) => error ? reject(error) : resolve(result)
    );
  });
  return {
    dialect: "mysql",
    rows: async (sql, params = []) => await query(sql, params),
    run: async (sql, params = []) => (await query(sql, params)).affectedRows
  };
}
function placeholders(rows, columns) {
  const row = `(${Array.from({ length: columns }, () => "?").join(",")})`;
  return Array.from({ length: rows }, () => row).join(",");
}
function keyIn(dialect, columns, rows) {
  if (rows.length === 1) return `(${columns.map((column) => `${column} = ?`).join(" AND ")})`;
  const values = placeholders(rows.length, columns.length);
  return `(${columns.join(",")}) IN (${dialect === "sqlite" ? "VALUES " : ""}${values})`;
}
async function insertRows(sql, table, rows) {
  if (rows.length === 0) return;
  await sql.run(insertStatement(table, rows.length), valuesOf(table, rows));
}
async function writeInOrder({ dialect }, writes) {
  if (dialect === "sqlite") await Promise.all(writes.map((write) => write()));
  else for (const write of writes) await write();
}
async function upsertRows(sql, table, rows) {
  if (rows.length === 0) return;
  const rest = table.columns.filter((column) => !table.key.includes(column));
  const updates = Object.fromEntries(rest.map((c) => [c, incoming(sql.dialect, c)]));
  await sql.run(
    `${insertStatement(table, rows.length)} ${onConflict(sql.dialect, table.key, updates)}`,
    valuesOf(table, rows)
  );
}
function insertStatement({ name, columns }, rows) {
  return `INSERT INTO ${name} (${columns.join(",")}) VALUES ${placeholders(rows, columns.length)}`;
}
function onConflict(dialect, key, updates) {
  const set = Object.entries(updates).map(([column, value]) => `${column} = ${value}`);
  return dialect === "sqlite" ? `ON CONFLICT (${key.join(",")}) DO UPDATE SET ${set.join(", ")}` : `ON DUPLICATE KEY UPDATE ${set.join(", ")}`;
}
function incoming(dialect, column) {
  return dialect === "sqlite" ? `excluded.${column}` : `VALUES(${column})`;
}
async function insertIfAbsent(sql, table, row) {
  return await insertAbsentRows(sql, table, [row]) === 1;
}
async function insertAbsentRows(sql, { name, columns }, rows) {
  const into = `INTO ${name} (${columns.join(",")}) VALUES ${placeholders(rows.length, columns.length)}`;
  const unchanged = columns.at(-1);
  const statement = sql.dialect === "sqlite" ? `INSERT OR IGNORE ${into}` : `INSERT ${into} ON DUPLICATE KEY UPDATE ${unchanged} = ${unchanged}`;
  return sql.run(statement, valuesOf({ name, columns }, rows));
}
async function hasTable(sql, name) {
  const tables = sql.dialect === "sqlite" ? "sqlite_master WHERE type = 'table' AND name = ?" : "information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?";
  return (await sql.rows(`SELECT 1 FROM ${tables}`, [name])).length > 0;
}
function forUpdate(dialect) {
  return dialect === "sqlite" ? "" : " FOR UPDATE";
}
function lockInOrderOf(dialect, columns) {
  return dialect === "sqlite" ? "" : `ORDER BY ${columns} FOR UPDATE`;
}
function forUpdateSkipLocked(dialect) {
  return dialect === "sqlite" ? "" : " FOR UPDATE SKIP LOCKED";
}

export {
  defineTable,
  pickColumns,
  dropColumns,
  listColumns,
  text,
  integer,
  bytes,
  orNull,
  mysqlSql,
  placeholders,
  keyIn,
  insertRows,
  writeInOrder,
  upsertRows,
  onConflict,
  incoming,
  insertIfAbsent,
  insertAbsentRows,
  hasTable,
  forUpdate,
  lockInOrderOf,
  forUpdateSkipLocked
};
//# sourceMappingURL=chunk-EECO5ECD.js.map
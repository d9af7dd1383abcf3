/** Checks one rule with many rows; a failure names its row. */
export async function everyRow<const Row>(rows: readonly Row[], check: (row: Row) => unknown): Promise<void> {
  for (const row of rows) {
    try {
      await check(row)
    } catch (error) {
      if (error instanceof Error) error.message = `${JSON.stringify(row).slice(0, 200)}: ${error.message}`
      throw error
    }
  }
}

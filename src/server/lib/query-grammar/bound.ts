/** The values of one statement. Its text names them by number (`$1`) and never holds them. */
export class Bound {
  readonly values: unknown[] = []

  /** Adds a value; gives the place where it stands, `$3`. */
  of(value: string | number): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

export interface Statement {
  text: string
  values: readonly unknown[]
}

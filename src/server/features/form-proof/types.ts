/** A challenge that was solved. */
export interface Proof {
  name: string
  /** When it is of no more use. */
  until: Date
}

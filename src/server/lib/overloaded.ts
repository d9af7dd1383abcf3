/** Refused because too many requests wait already; the client may try again. */
export class Overloaded extends Error {
  override name = 'Overloaded'
}

/** Refused because too much waits already: whoever is told so may come again. */
export class Overloaded extends Error {
  override name = 'Overloaded'
}

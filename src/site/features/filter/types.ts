/** What a list item says that a search can find, and the category it is filed under. */
export interface Findable {
  readonly category: string
  readonly title: string
  readonly subtitle?: string
  readonly description: string
  readonly features: readonly string[]
}

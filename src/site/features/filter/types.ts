/** The searchable texts of a list item, and its category. */
export interface Findable {
  readonly category: string
  readonly title: string
  readonly subtitle?: string
  readonly description: string
  readonly features: readonly string[]
}

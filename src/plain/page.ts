import type { ReactElement } from 'react'

/** A page that the server renders: its title, and the content of its frame. */
export interface Page {
  title: string
  body: ReactElement
  /** Path and description for search engines. A page without them is not listed. */
  listed?: { path: string; description: string }
}

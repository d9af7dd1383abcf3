import type { ReactElement } from 'react'

/** A page of the server's own: its title, and what stands in its frame. */
export interface Page {
  title: string
  body: ReactElement
  /** Where a page that search engines may list is found, and what they say of it. Other pages are not listed. */
  listed?: { path: string; description: string }
}

import type { ReactElement } from 'react'

/** A page of the server's own: its title, and what stands in its frame. */
export interface Page {
  title: string
  body: ReactElement
}

import { type LegalFact, legalEntity } from './legal-entity.ts'
import { words } from './words.ts'

/** A piece of text: words, a link, or a fact that only the provider knows. */
export type RichTextPart = string | { readonly link: string; readonly to: string } | { readonly fact: LegalFact }
/** One or more sentences. Sentences that contain links or facts are split into pieces. */
export type RichText = string | readonly RichTextPart[]

export type DocumentBlock =
  | { readonly type: 'text'; readonly words: RichText }
  | { readonly type: 'list'; readonly items: readonly RichText[] }
  | {
      readonly type: 'table'
      readonly caption: string
      readonly head: readonly string[]
      readonly rows: readonly (readonly RichText[])[]
    }
  | { readonly type: 'facts'; readonly rows: readonly { readonly label: string; readonly value: RichText }[] }

/** `id` is the section's anchor: `/privacy#retention`. */
export interface DocumentSection {
  readonly id: string
  readonly title: string
  readonly blocks: readonly DocumentBlock[]
}

export interface SiteDocument {
  readonly title: string
  /** Shown by search engines. */
  readonly description: string
  readonly lede: RichText
  /** The day of the last change to the wording: `2026-11-29`. */
  readonly changed: string
  readonly sections: readonly DocumentSection[]
}

export const text = (words: RichText): DocumentBlock => ({ type: 'text', words })
export const list = (...items: readonly RichText[]): DocumentBlock => ({ type: 'list', items })
export const link = (words: string, to: string): RichTextPart => ({ link: words, to })
/** The mailbox for questions; the tree fills in its address. */
export const mailLink = (): RichTextPart => link('{mailbox}', 'mailto:{mailbox}')

/** A fact about the provider, for use in a sentence. */
export const fact = (name: keyof typeof legalEntity): RichTextPart => ({ fact: legalEntity[name] })

/** Labels that all documents share. */
export const documentWords = words('documentWords', {
  changed: 'Last updated on',
  contents: 'Contents',
} as const)

import { brand } from './brand.ts'
import { type LegalFact, legalEntity } from './legal-entity.ts'

/** A link, or something that only the provider knows. */
export type Piece = string | { readonly link: string; readonly to: string } | { readonly fact: LegalFact }
/** One sentence or several; what has links or facts in it is in pieces. */
export type Words = string | readonly Piece[]

export type DocumentBlock =
  | { readonly type: 'text'; readonly words: Words }
  | { readonly type: 'list'; readonly items: readonly Words[] }
  | {
      readonly type: 'table'
      readonly caption: string
      readonly head: readonly string[]
      readonly rows: readonly (readonly Words[])[]
    }
  | { readonly type: 'facts'; readonly rows: readonly { readonly label: string; readonly value: Words }[] }

/** `id` is its address within the document: `/privacy#retention`. */
export interface DocumentSection {
  readonly id: string
  readonly title: string
  readonly blocks: readonly DocumentBlock[]
}

export interface SiteDocument {
  readonly title: string
  /** For search engines. */
  readonly description: string
  readonly lede: Words
  /** The day on which its words were last changed: `2026-11-23`. What follows from the configuration changes by itself. */
  readonly changed: string
  readonly sections: readonly DocumentSection[]
}

/** Where questions go. */
export const mailbox: string = brand.email

export const text = (words: Words): DocumentBlock => ({ type: 'text', words })
export const list = (...items: readonly Words[]): DocumentBlock => ({ type: 'list', items })
export const link = (words: string, to: string): Piece => ({ link: words, to })

/** One of the facts about the provider, in a sentence. */
export const fact = (name: keyof typeof legalEntity): Piece => ({ fact: legalEntity[name] })

/** What every document says around its own words. */
export const documentWords = {
  changed: 'Last changed on',
  contents: 'Contents',
} as const

import { brand } from './brand.ts'
import { type LegalFact, legalEntity } from './legal-entity.ts'

/** Text, a link, or a fact that only the provider knows. */
export type Piece = string | { readonly link: string; readonly to: string } | { readonly fact: LegalFact }
/** One or more sentences, as pieces if they contain links or facts. */
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
  readonly lede: Words
  /** The day of the last change in wording: `2026-11-29`. */
  readonly changed: string
  readonly sections: readonly DocumentSection[]
}

/** The mailbox for questions. */
export const mailbox: string = brand.email

export const text = (words: Words): DocumentBlock => ({ type: 'text', words })
export const list = (...items: readonly Words[]): DocumentBlock => ({ type: 'list', items })
export const link = (words: string, to: string): Piece => ({ link: words, to })

/** A fact about the provider, for use in a sentence. */
export const fact = (name: keyof typeof legalEntity): Piece => ({ fact: legalEntity[name] })

/** Labels that all documents share. */
export const documentWords = {
  changed: 'Last updated on',
  contents: 'Contents',
} as const

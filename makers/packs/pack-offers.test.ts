import { describe, expect, it } from 'vitest'
import { home } from '#content/home.ts'
import { packDownloads, packIds } from '#content/packs.ts'
import { successKit } from '#content/success-kit.ts'
import { readPacks } from './read-packs.ts'

const packs = readPacks()
const ids = packs.map(({ id }) => id)

describe('the success kit’s packs', () => {
  it('match the cards and are in the same order', () => {
    expect(ids).toEqual(successKit.resources.map(({ id }) => id))
    expect([...ids].sort()).toEqual([...packIds].sort())
  })

  it('have the same titles as their cards', () => {
    expect(packs.map(({ title }) => title)).toEqual(successKit.resources.map(({ title }) => title))
  })

  it('contain the documents and workbooks that the cards promise', () => {
    expect(successKit.packHint).toBe('ZIP: PDF, DOCX, XLSX')
    for (const { id, documents, workbooks } of packs) {
      expect([id, documents.length > 0, workbooks.length > 0]).toEqual([id, true, true])
    }
  })

  it('are offered on exactly the detail views that their cards link to', () => {
    const own = successKit.resources.filter((card) => card.hasDetailPage)
    expect(own.map(({ id }) => id)).toEqual(Object.keys(packDownloads))
  })

  it('are offered in the home view, next to the links to their own views', () => {
    const offered = home.resources.cards.flatMap((card) => ('pack' in card ? [[card.target, card.pack]] : []))
    const own = successKit.resources.flatMap((card) => (card.hasDetailPage ? [[card.detailView, card.id]] : []))
    expect(offered).toEqual(own)
  })
})

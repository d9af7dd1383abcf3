import { describe, expect, it } from 'vitest'
import { sampleLetters } from '#shared/contract/outbox.ts'
import { sampleData } from './samples.ts'
import { writeLetter } from './write-letter.ts'

const now = Date.UTC(2026, 10, 21, 18, 20)

describe.each(sampleLetters)('%s', (kind) => {
  it('has a subject, a text and a page, for its one reader', async () => {
    const data = sampleData(kind, now)
    const letter = await writeLetter(data)
    expect(letter).toMatchObject({ kind, to: data.to })
    expect(letter.subject).toMatch(/^\P{Cc}{10,90}$/u)
    expect(letter.text.length).toBeGreaterThan(200)
    expect(letter.html).toMatch(/^<!doctype html>\n<html/)
  })
})

import { letterNames } from './letter-stage.ts'
import { seeStates } from './testing.ts'

// What a letter says is read in `src/letters/write-letter.test.ts`; here it is only judged how it is drawn.
seeStates('letters/all', Object.fromEntries(letterNames().map((name) => [name, []])))

import { expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { hostSentence } from './available-times.ts'

const anna = { name: 'Anna Meyer', place: 'phone' } as const
const ben = { name: 'Ben Okafor', place: 'phone' } as const
const cleo = { name: 'Cleo', place: 'link' } as const

it(
  'writes a sentence that names the possible hosts of a call, and adds “or a colleague” if there are more hosts',
  testEach(
    [
      [[], false, null],
      [[], true, null],
      [[anna], false, 'Anna Meyer will call you.'],
      [[anna], true, 'Anna Meyer or a colleague will call you.'],
      [[anna, ben], false, 'Anna Meyer or Ben Okafor will call you.'],
      [[anna, ben], true, 'Anna Meyer, Ben Okafor or a colleague will call you.'],
      [[anna, ben, cleo], false, 'Anna Meyer, Ben Okafor or Cleo will take your call.'],
    ] as const,
    (callers, others, sentence) => {
      expect(hostSentence({ callers: [...callers], others })).toBe(sentence)
    },
  ),
)

import { expect, test } from 'vitest'
import { moveCursor } from './cursor-plot.tsx'

test("moves a chart's cursor with the keyboard, and stops at both ends", () => {
  const to = (key: string, at: number) => moveCursor(key, at, 28, 7)
  expect([to('ArrowLeft', 5), to('ArrowLeft', 0), to('ArrowRight', 27), to('Home', 9), to('End', 9)]).toEqual([
    4, 0, 27, 0, 27,
  ])
  expect([to('PageDown', 20), to('PageUp', 20), to('PageUp', 25)]).toEqual([13, 27, 27])
  expect([to('Tab', 3), to('j', 3)]).toEqual([null, null])
})

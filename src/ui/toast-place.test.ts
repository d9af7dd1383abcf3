import { expect, it } from 'vitest'
import { chooseToasts, findFreePlace } from './toast-place.ts'

const area = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

it.each([
  ['bottom-right', area(300, 100, 500, 500)],
  ['bottom-left', area(800, 600, 400, 200)],
  ['top-right', area(0, 300, 1280, 420)],
  [null, area(100, 0, 1100, 720)],
])('puts toasts where they do not cover the form: %s', (place, form) => {
  const free = findFreePlace(form, { width: 384, height: 120 }, { width: 1280, height: 720 }, { side: 16, bottom: 16 })
  expect(free).toBe(place)
})

it('shows the newest toast, and keeps errors and toasts with Undo before others', () => {
  const [newest, plain, undo, error] = [{}, {}, { actionProps: {} }, { type: 'alert' }]
  expect(chooseToasts([newest, plain, undo, error])).toEqual([newest, undo, error])
  expect(chooseToasts([plain, undo])).toEqual([plain, undo])
})

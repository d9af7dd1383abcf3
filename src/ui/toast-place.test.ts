import { expect, it } from 'vitest'
import { chooseToasts, findFreePlace } from './toast-place.ts'

it.each([
  ['bottom-right', 300, 100, 800, 600],
  ['bottom-left', 800, 600, 1200, 800],
  ['top-right', 0, 300, 1280, 720],
  [null, 100, 0, 1200, 720],
])('puts toasts where they do not cover the form: %s', (place, left, top, right, bottom) => {
  const [form, toasts, screen] = [
    { left, top, right, bottom },
    { width: 384, height: 120 },
    { width: 1280, height: 720 },
  ]
  expect(findFreePlace(form, toasts, screen, { side: 16, bottom: 16 })).toBe(place)
})

it('shows the newest toast, and keeps errors and toasts with Undo before others', () => {
  const [newest, plain, undo, error] = [{}, {}, { actionProps: {} }, { type: 'alert' }]
  expect(chooseToasts([newest, plain, undo, error])).toEqual([newest, undo, error])
})

import { isAnswered } from './stage.ts'

/** Three frames in a row without pending requests. */
export async function settled(): Promise<void> {
  await document.fonts.ready
  let calm = 0
  while (calm < 3) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const isDrawn =
      document.body.innerText.trim() !== '' || document.querySelector('#root :is(svg, input, span)')
    calm = isDrawn && isAnswered() ? calm + 1 : 0
  }
}

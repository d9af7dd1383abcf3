/** Moves, openings, submissions and choices are tracked by their own parts; all other clicks are tracked here. */
const told = '[commandfor],[type=submit],[aria-pressed],[role=tab],[role=alert] *'
const pressed = `button:not(${told}),summary,a:is([target],[href^=data],[href^=mailto],[href*="#"])`

/** Listens in the capture phase, before a handler can remove the button. Labels contain no typed text. */
export function watchPresses(say: (label: string) => void): void {
  const listen = ({ target }: Event) => {
    const found = target instanceof Element ? target.closest(pressed) : null
    if (found) say((found.ariaLabel ?? found.textContent).trim().slice(0, 80))
  }
  addEventListener('click', listen, true)
}

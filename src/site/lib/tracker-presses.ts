/** What moves, opens, sends or chooses is told by its own part; what is left is a press and nothing else. */
const told = '[commandfor],[type=submit],[aria-pressed],[role=tab],[role=alert] *'
const pressed = `button:not(${told}),summary,a:is([target],[href^=data],[href^=mailto],[href*="#"])`

/** Listens for presses, before what they do can take the button away. Labels are words of ours. */
export function watchPresses(say: (label: string) => void): void {
  const listen = ({ target }: Event) => {
    const found = target instanceof Element ? target.closest(pressed) : null
    if (found) say((found.ariaLabel ?? found.textContent).trim().slice(0, 80))
  }
  addEventListener('click', listen, true)
}

import { about } from '#content/about.ts'
import frame from '#site/lib/frame.module.css'
import { Board } from '#ui/board.tsx'
import layout from '#ui/layout.module.css'
import css from './about.module.css'

const { vision } = about

export function Vision() {
  return (
    <Board>
      <div className={`${frame.split64} ${css.words}`}>
        <h2 className={`${frame.title} ${css.visionTitle}`}>{vision.title}</h2>
        <p className={css.visionStatement}>{vision.statement}</p>
        <p className={`${layout.soft} ${css.visionText}`}>{vision.text}</p>
      </div>
    </Board>
  )
}

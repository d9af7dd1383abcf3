import { about } from '#content/about.ts'
import { Board } from '#ui/board.tsx'
import css from './vision.module.css'

const { vision } = about

export function Vision() {
  return (
    <Board>
      <div className={css.words}>
        <h2 className={css.title}>{vision.title}</h2>
        <p className={css.statement}>{vision.statement}</p>
        <p className={css.text}>{vision.text}</p>
      </div>
    </Board>
  )
}

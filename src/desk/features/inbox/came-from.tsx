import { sourceWords } from '#desk/lib/words.ts'
import css from './cells.module.css'

export function CameFrom({ source, campaign }: { source: string; campaign: string | null }) {
  return (
    <span className={css.lines}>
      <span className={source === 'site' ? css.soft : undefined}>{sourceWords(source)}</span>
      {campaign && <span className={css.soft}>{campaign}</span>}
    </span>
  )
}

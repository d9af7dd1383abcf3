import { sourceWords } from '#desk/lib/words.ts'
import layout from '#ui/layout.module.css'
import css from './inbox.module.css'

export function CameFrom({ source, campaign }: { source: string; campaign: string | null }) {
  return (
    <span className={`${layout.anywhere} ${css.lines}`}>
      <span className={source === 'site' ? layout.tiny : undefined}>{sourceWords(source)}</span>
      {campaign && <span className={layout.tiny}>{campaign}</span>}
    </span>
  )
}

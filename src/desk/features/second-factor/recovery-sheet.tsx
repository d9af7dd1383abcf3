import { brand } from '#content/brand.ts'
import { saveFile } from '#desk/lib/csv.ts'
import pieces from '#desk/lib/pieces.module.css'
import { serverNow } from '#desk/lib/server-clock.ts'
import { longDay } from '#desk/lib/times.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { CopyButton } from './copy-button.tsx'
import { inGroups } from './groups.ts'
import css from './second-factor.module.css'

/** The codes as a sheet of paper, to copy, to save, or to print. */
export function RecoverySheet({ codes, email }: { codes: readonly string[]; email: string }) {
  const shown = codes.map((code) => inGroups(code, '-'))
  const made = longDay(new Date(serverNow()))
  const title = `Recovery codes · ${brand.name} desk`
  const text = [title, `${email}, ${made}`, 'Each works once.', '', ...shown, ''].join('\r\n')
  return (
    <div className={layout.stack}>
      <div className={css.sheet}>
        <h2 className={pieces.heading}>{title}</h2>
        <p className={`${layout.note} ${layout.anywhere} ${css.whose}`}>
          {email}, {made}
        </p>
        <ul className={css.codes}>
          {shown.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={`${layout.bar} ${layout.small}`}>
        <CopyButton text={shown.join('\n')} says="Copy" />
        <Button
          size="small"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'desk-recovery-codes.txt')}
        >
          Download
        </Button>
        <Button size="small" onClick={() => print()}>
          Print
        </Button>
      </div>
    </div>
  )
}

import { qaChecklists } from '#content/qa-checklists.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './qa-checklists.module.css'

const { tools } = qaChecklists

/** What we test with: a group for each list. */
export function Tools() {
  return (
    <section className={`${frame.sunken} ${layout.unprinted}`}>
      <div className={`${frame.split64} ${layout.page}`}>
        <div className={layout.top}>
          <h2>{tools.title}</h2>
          <p>{tools.text}</p>
        </div>
        <div className={layout.ruled}>
          {tools.groups.map((group) => (
            <div key={group.category} className={`${frame.split40} ${css.group}`}>
              <h3 className={`${layout.note} ${css.category}`}>{group.category}</h3>
              <dl className={css.tools}>
                {group.tools.map((tool) => (
                  <div key={tool.name}>
                    <dt>{tool.name}</dt>
                    <dd>{tool.why}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

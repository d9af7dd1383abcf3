import { qaChecklists } from '#content/qa-checklists.ts'
import css from './tools.module.css'

const { tools } = qaChecklists

/** What we test with: a group for each list. */
export function Tools() {
  return (
    <section className={css.section}>
      <div className={css.inner}>
        <div className={css.head}>
          <h2>{tools.title}</h2>
          <p>{tools.text}</p>
        </div>
        <div className={css.groups}>
          {tools.groups.map((group) => (
            <div key={group.category} className={css.group}>
              <h3 className={css.category}>{group.category}</h3>
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

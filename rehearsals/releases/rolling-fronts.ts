import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tools/testing/free-port.ts'
import { runFront } from './front-program.ts'

/** A proxy that shares what comes between two servers. */
export interface RollingFront {
  url: string
  /** Before a server is ended, and when it is back; a proxy that looks at `/readyz` by itself needs no word. */
  takeOut: (server: number) => Promise<void>
  takeBack: () => Promise<void>
  stop: () => Promise<void>
}

/** It tries nothing twice, so that whatever one server loses is seen. */
export async function startHaproxy(folder: string, ports: number[]): Promise<RollingFront> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const servers = ports.map((each, index) => `  server s${index} 127.0.0.1:${each}`).join('\n')
  writeFileSync(
    file,
    `defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout tunnel 1h
frontend site
  bind 127.0.0.1:${port}
  default_backend backline
backend backline
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1
${servers}
`,
  )
  const url = `http://127.0.0.1:${port}`
  const args = ['-q', '-db', '-f', file]
  const running = await runFront('haproxy', { args, home: folder, isUp: answers(url), signal: 'SIGUSR1' })
  // Until its checks have found both: at first it takes each for ready.
  await sleep(1000)
  return { url, takeOut: async () => {}, takeBack: async () => {}, stop: running.stop }
}

/** It looks at nothing by itself, so it is told which server is out, and tries no request at another. */
export async function startNginx(folder: string, ports: number[]): Promise<RollingFront> {
  const port = await freePort()
  const home = join(folder, 'nginx')
  mkdirSync(home)
  const file = join(home, 'nginx.conf')
  const write = (out?: number) => {
    const servers = ports.map((each, index) => `server 127.0.0.1:${each}${index === out ? ' down' : ''};`)
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    writeFileSync(
      file,
      `daemon off; pid ${home}/pid; error_log ${home}/error.log;
events {}
http {
  access_log off;
  ${paths.map((name) => `${name}_temp_path ${home}/${name};`).join(' ')}
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  upstream backline { ${servers.join(' ')} keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    # What it closes to visitors when it is told is its own affair, not what is tried here.
    keepalive_timeout 0;
    location / {
      proxy_pass http://backline;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_next_upstream off;
    }
  }
}
`,
    )
  }
  write()
  const url = `http://127.0.0.1:${port}`
  const args = ['-e', join(home, 'error.log'), '-c', file]
  const running = await runFront('nginx', { args, home, isUp: answers(url) })
  const reload = async (out?: number) => {
    write(out)
    running.reload()
    // Its old workers finish what they have and send nothing new.
    await sleep(1000)
  }
  return { url, takeOut: reload, takeBack: () => reload(), stop: running.stop }
}

const answers = (url: string) => async () => (await fetch(url)).ok

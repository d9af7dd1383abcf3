export function Screen() { return <h1>qa-checklists</h1> }

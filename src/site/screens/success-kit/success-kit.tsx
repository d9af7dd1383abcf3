export function Screen() { return <h1>success-kit</h1> }

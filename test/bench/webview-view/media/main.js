const vscode = acquireVsCodeApi();
const { shades } = vscode.getState() ?? { shades: [] };

function show() {
  const items = shades.map((shade) => {
    const item = document.createElement('li');
    item.textContent = shade;
    item.addEventListener('click', () => vscode.postMessage({ shade }));
    return item;
  });
  document.querySelector('.shades').replaceChildren(...items);
  vscode.setState({ shades });
}

document.querySelector('.add').addEventListener('click', () => {
  shades.push(`Grey ${shades.length + 1}`);
  show();
});
window.addEventListener('message', ({ data }) => {
  if (data.type === 'clear') {
    shades.length = 0;
    show();
  }
});
show();

// Only a browser that knows no modules runs this: the scripts of the pages do not run there.
document.getElementById("too-old").hidden = false;

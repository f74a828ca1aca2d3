in vec4 col;
out vec4 outColor;

void main() {
    outColor = vec4(col.rgb, 1.0) * col.a;
}

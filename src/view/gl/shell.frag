// A soap bubble: clear in the middle, soft towards its outline. `opacity`: both.
uniform vec3 eye;
uniform vec2 opacity;
in vec3 pos;
in vec3 nor;
in vec4 col;
out vec4 outColor;

void main() {
    float edge = 1.0 - abs(dot(normalize(nor), normalize(eye - pos)));
    float a = mix(opacity.x, opacity.y, edge * edge * edge) * col.a;
    outColor = vec4(col.rgb, 1.0) * a;
}

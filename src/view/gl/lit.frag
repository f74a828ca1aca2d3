// Soft light from one side, and edges a little deeper, as in an ink drawing.
uniform vec3 eye;
uniform vec3 light;
in vec3 pos;
in vec3 nor;
in vec4 col;
out vec4 outColor;

void main() {
    vec3 n = normalize(nor);
    float lit = 0.5 + 0.5 * dot(n, light);
    float edge = 1.0 - abs(dot(n, normalize(eye - pos)));
    vec3 rgb = col.rgb * (0.66 + 0.42 * lit) * (1.0 - 0.22 * edge * edge);
    rgb += vec3(0.10) * smoothstep(0.75, 1.0, lit);
    outColor = vec4(min(rgb, 1.0), 1.0) * col.a;
}
